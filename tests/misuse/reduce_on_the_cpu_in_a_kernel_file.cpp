// says: (Place = |argument<)1[^0-9].*must_be_serial_or_in_kernel_files_gpu_or_emulator_else_cpu_if_linked
// with: -DSTRIDER_EMULATOR
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    return strider::reduce(strider::cpu{}, numbers);
}
// SPDX-License-Identifier: Apache-2.0
