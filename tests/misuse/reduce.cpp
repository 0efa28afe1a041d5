// One error for each call, as the line before it says.
#include <complex>
#include <cstdint>
#include <list>
#include <string>
#include <vector>

#include <strider/reduce.hpp>
#include <strider/views.hpp>

struct point {
    int x, y;
};

/// Takes other things than the elements are.
struct joined_length {
    std::size_t operator()(const std::string& a, const std::string& b) const { return a.size() + b.size(); }
};

// says: argument 3: must_be_a_comparison_of_two_elements_of_at_most_24_bytes_also_where_const
void argmax_by_another_comparison() {
    const std::vector<int> numbers{1, 2};
    strider::argmax(strider::serial{}, numbers, [](int only) { return only > 1; });
}

// says: argument 1: must_be_serial_or_in_kernel_files_cuda_or_simt_else_cpu_if_linked_and_argument_2_range_or_matrix
void argmax_of_iterators() {
    const std::vector<int> numbers{1, 2, 3};
    strider::argmax(numbers, numbers.begin());
}

// says: argument 2: must_be_elements_consecutive_in_memory_or_a_view_with_a_size_and_indices
void argmin_of_a_list() {
    const std::list<int> numbers{1, 2, 3};
    strider::argmin(strider::serial{}, numbers);
}

// says: argument 2: must_have_elements_that_are_numbers_unless_a_comparison_is_given
void argmin_of_points() {
    const std::vector<point> points{{1, 2}};
    strider::argmin(strider::serial{}, points);
}

// says: argument 0: template_argument_must_be_a_number_that_the_elements_convert_to_without_loss
int dot_in_a_narrower_type() {
    const std::vector<double> numbers{1, 2, 3};
    return static_cast<int>(strider::dot<float>(strider::serial{}, numbers, numbers));
}

// says: argument 4: must_be_a_pointer_to_a_number_that_the_elements_convert_to_without_loss
int dot_into_a_narrower_type() {
    const std::vector<double> numbers{1, 2};
    float product = 0;
    strider::dot_into(strider::serial{}, numbers, numbers, &product);
    return static_cast<int>(product);
}

// says: argument 2: must_have_elements_that_are_numbers
void dot_of_complex_numbers() {
    const std::vector<std::complex<float>> numbers(3);
    strider::dot(strider::serial{}, numbers, numbers);
}

// says: argument 3: must_have_elements_of_the_type_of_argument<2>
void dot_of_two_types() {
    const std::vector<float> weights{1, 2, 3};
    const std::vector<double> numbers{1, 2, 3};
    strider::dot(strider::serial{}, weights, numbers);
}

// says: argument 0: template_argument_must_be_a_number_that_the_elements_convert_to_without_loss
int mean_in_a_narrower_type() {
    const std::vector<long> numbers{1, 2, 3};
    return static_cast<int>(strider::mean<int>(strider::serial{}, numbers));
}

// says: argument 3: must_be_a_pointer_to_the_mean_in_the_elements_floating_point_type_or_double
int mean_into_an_integer() {
    const std::vector<int> numbers{1, 2};
    int mean = 0;
    strider::mean_into(strider::serial{}, numbers, &mean);
    return mean;
}

// says: argument 3: must_be_a_pointer_to_the_mean_of_the_template_argument
int mean_into_another_type_than_its_sum_has() {
    const std::vector<float> numbers{1, 2};
    float mean = 0;
    strider::mean_into<double>(strider::serial{}, numbers, &mean);
    return static_cast<int>(mean);
}

// says: argument 2: must_have_elements_that_are_numbers
void mean_of_strings() {
    const std::vector<std::string> words{"a", "b"};
    strider::mean(strider::serial{}, words);
}

// says: argument 2: must_be_elements_consecutive_in_memory_or_a_view_with_a_size_and_indices
void min_max_of_booleans() {
    const std::vector<bool> flags{true, false};
    strider::min_max(strider::serial{}, flags);
}

// says: argument 3: must_be_an_operator_of_two_elements_also_where_const
int reduce_by_another_operator() {
    const std::vector<int> numbers{1, 2, 3};
    return strider::reduce(strider::serial{}, numbers, joined_length{}, 0);
}

// says: argument 3: must_be_an_operator_of_two_elements_also_where_const
int reduce_by_logical_and_of_integers() {
    const std::vector<int> numbers{1, 2, 3};
    return strider::reduce(strider::serial{}, numbers, strider::logical_and{}, 1);
}

// says: argument 3: must_be_a_pointer_to_an_element
int reduce_into_a_value() {
    const std::vector<int> numbers{1, 2, 3};
    int sum = 0;
    strider::reduce_into(strider::serial{}, numbers, sum);
    return sum;
}

// says: argument 4: must_be_an_operator_of_two_elements_also_where_const
int reduce_into_by_another_operator() {
    const std::vector<int> numbers{1, 2, 3};
    int result = 0;
    strider::reduce_into(strider::serial{}, numbers, &result, joined_length{});
    return result;
}

// says: argument 2: must_be_elements_consecutive_in_memory_or_a_view_with_a_size_and_indices
int reduce_of_a_list() {
    const std::list<int> numbers{1, 2, 3};
    int sum = strider::reduce(strider::serial{}, numbers);
    return sum;
}

// says: argument 2: must_not_be_bool_in_a_sum_or_product_transform_it_to_integers_first
int reduce_of_booleans() {
    const bool flags[] = {true, false, true};
    return strider::reduce(strider::serial{}, flags);
}

// says: argument 2: must_have_its_number_of_elements_on_the_host_this_call_takes_no_views_counted_at
int reduce_of_counted_elements() {
    const std::vector<int> numbers{1, 2, 3};
    const std::uint64_t count = 2;
    return strider::reduce(strider::serial{}, strider::views::counted_at(numbers, &count));
}

// says: argument 4: must_be_a_value_that_the_elements_convert_to_without_loss
int reduce_of_floats_to_a_half() {
    const std::vector<float> numbers{1, 2, 3};
    return static_cast<int>(strider::reduce(strider::serial{}, numbers, strider::plus{}, strider::f16(0)));
}

// says: argument 4: must_be_a_value_that_the_elements_convert_to_without_loss
int reduce_of_reals_to_an_integer() {
    const std::vector<double> numbers{0.5, 0.5};
    return strider::reduce(strider::serial{}, numbers, strider::plus{}, 0);
}

// says: argument 2: must_have_elements_trivially_copyable_of_at_most_32_bytes_with_a_default
void reduce_of_strings() {
    const std::vector<std::string> words{"a", "b"};
    strider::reduce(strider::cpu{}, words);
}

// says: argument 4: must_be_a_value_that_the_elements_convert_to
int reduce_of_strings_to_a_number() {
    const std::vector<std::string> words{"a", "b"};
    return strider::reduce(strider::serial{}, words, strider::plus{}, 0);
}

// says: argument 5: must_be_left_out
int reduce_with_too_many() {
    const std::vector<int> numbers{1, 2, 3};
    return strider::reduce(strider::serial{}, numbers, strider::plus{}, 0, 1);
}

// says: argument 1: must_be_serial_or_in_kernel_files_cuda_or_simt_else_cpu_if_linked_and_argument_2_range_or_matrix
int reduce_without_a_policy() {
    const std::vector<int> numbers{1, 2, 3};
    return strider::reduce(numbers, strider::plus{}, 0);
}

// says: argument 3: must_be_an_operator_of_known_identity_without_an_initial_value
int reduce_without_identity() {
    const std::vector<int> numbers{1, 2, 3};
    return strider::reduce(strider::serial{}, numbers, [](int a, int b) { return 10 * a + b; });
}

// says: argument 3: must_take_an_element_or_with_index_also_where_const_and_give_the_type_of_the_initial_value
void transform_reduce_to_another_type() {
    const std::vector<float> numbers{1, 2, 3};
    strider::transform_reduce(strider::serial{}, numbers, [](float x) { return x * x; }, strider::plus{}, 0);
}
