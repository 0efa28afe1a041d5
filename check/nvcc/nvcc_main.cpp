// strider-nvcc: nvcc's command line, building for the emulator.
#include <string>
#include <vector>

#include "nvcc.hpp"

int main(int count, char** words) {
    return strider::kernel_check::run_nvcc(std::vector<std::string>(words + 1, words + count));
}
// SPDX-License-Identifier: Apache-2.0
