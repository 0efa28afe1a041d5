// says: argument 1: must_be_serial_or_cuda_or_simt_in_kernel_files_or_cpu_in_others_where_oneTBB_is_and_argument_2_a_range_or_matrix
#include <vector>

#include <strider/scan.hpp>

int main() {
    std::vector<int> numbers{1, 2, 3};
    strider::inclusive_scan(numbers, numbers, numbers);
}
