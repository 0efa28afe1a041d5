// One error for each call, as the line before it says.
#include <cstdint>
#include <list>
#include <string>
#include <vector>

#include <strider/scan.hpp>
#include <strider/views.hpp>

/// Takes other things than the elements are.
struct joined_length {
    std::size_t operator()(const std::string& a, const std::string& b) const { return a.size() + b.size(); }
};

// says: argument 4: must_be_an_operator_of_two_elements_also_where_const
void scan_by_another_operator() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> sums(3);
    strider::exclusive_scan(strider::serial{}, numbers, sums, joined_length{}, 0);
}

// says: argument 5: must_be_an_initial_value_that_converts_to_the_elements_without_losing_a_fraction
void scan_from_a_fraction() {
    std::vector<int> numbers{1, 2, 3};
    strider::exclusive_scan(strider::serial{}, numbers, numbers, strider::plus{}, 0.5);
}

// says: argument 5: must_be_an_initial_value_that_converts_to_the_elements
void scan_from_another_type() {
    std::vector<int> numbers{1, 2, 3};
    strider::exclusive_scan(strider::serial{}, numbers, numbers, strider::plus{}, "0");
}

// says: argument 2: must_be_elements_consecutive_in_memory_or_a_view_with_a_size_and_indices
void scan_of_a_list() {
    const std::list<int> numbers{1, 2, 3};
    std::vector<int> sums(3);
    strider::inclusive_scan(strider::serial{}, numbers, sums);
}

// says: argument 2: must_not_be_bool_in_a_sum_or_product_transform_it_to_integers_first
void scan_of_booleans() {
    bool flags[] = {true, false, true};
    strider::inclusive_scan(strider::serial{}, flags, flags, strider::multiplies{});
}

// says: argument 3: must_be_an_output_consecutive_in_memory
void scan_of_counted_elements_to_a_list() {
    const std::vector<int> numbers{1, 2, 3};
    const std::uint64_t count = 2;
    std::list<int> sums(3);
    strider::inclusive_scan(strider::cpu{}, strider::views::counted_at(numbers, &count), sums);
}

// says: argument 3: must_be_an_output_that_is_not_const
void scan_to_a_const_vector() {
    const std::vector<int> numbers{1, 2, 3}, sums(3);
    strider::inclusive_scan(strider::cpu{}, numbers, sums);
}

// says: argument 3: must_be_an_output_consecutive_in_memory
void scan_to_a_list() {
    const std::vector<int> numbers{1, 2, 3};
    std::list<int> sums(3);
    strider::exclusive_scan(strider::serial{}, numbers, sums);
}

// says: argument 3: must_have_elements_of_the_type_of_argument<2>
void scan_to_another_type() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<double> sums(3);
    strider::inclusive_scan(strider::cpu{}, numbers, sums);
}

// says: argument 1: must_be_serial_or_in_kernel_files_cuda_or_simt_else_cpu_if_linked_and_argument_2_range_or_matrix
void scan_without_a_policy() {
    std::vector<int> numbers{1, 2, 3};
    strider::inclusive_scan(numbers, numbers, numbers);
}

// says: argument 4: must_be_an_operator_of_known_identity_without_an_initial_value
void scan_without_identity() {
    std::vector<int> numbers{1, 2, 3};
    strider::exclusive_scan(strider::serial{}, numbers, numbers, [](int a, int b) { return 10 * a + b; });
}
