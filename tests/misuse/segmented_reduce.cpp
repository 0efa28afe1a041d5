// One error for each call, as the line before it says.
#include <cstdint>
#include <string>
#include <vector>

#include <strider/segmented_reduce.hpp>
#include <strider/views.hpp>

/// Takes other things than the elements are.
struct joined_length {
    std::size_t operator()(const std::string& a, const std::string& b) const { return a.size() + b.size(); }
};

// says: argument 4: must_be_an_operator_of_two_elements_also_where_const
void reduce_columns_by_another_operator() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> sums(3);
    strider::reduce_columns(strider::cpu{}, strider::matrix_view(numbers.data(), 1, 3), sums, joined_length{});
}

// says: argument 2: must_be_a_matrix_view_or_mdspan_of_two_dimensions
void reduce_rows_of_a_vector() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> sums(1);
    strider::reduce_rows(strider::cpu{}, numbers, sums);
}

// says: argument 3: must_be_one_length_or_offsets_that_are_integers_consecutive_in_memory
void segmented_reduce_by_a_number() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> sums(1);
    strider::segmented_reduce(strider::cpu{}, numbers, 3.0, sums);
}

// says: argument 3: must_be_one_length_or_offsets_that_are_integers_consecutive_in_memory
void segmented_reduce_by_counted_fractions() {
    const std::vector<int> numbers{1, 2, 3};
    const std::vector<double> offsets{0, 2, 3};
    const std::uint64_t count = 1;
    std::vector<int> sums(2);
    strider::segmented_reduce(strider::cpu{}, numbers, strider::views::counted_at(offsets, &count), sums);
}

// says: argument 2: must_have_its_number_of_elements_on_the_host_this_call_takes_no_views_counted_at
void segmented_reduce_of_counted_elements() {
    const std::vector<int> numbers{1, 2, 3}, offsets{0, 2, 3};
    const std::uint64_t count = 2;
    std::vector<int> sums(2);
    strider::segmented_reduce(strider::cpu{}, strider::views::counted_at(numbers, &count), offsets, sums);
}
