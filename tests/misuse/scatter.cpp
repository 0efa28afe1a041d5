// One error for each call, as the line before it says.
#include <list>
#include <string>
#include <vector>

#include <strider/scatter.hpp>

/// Takes other things than the elements are.
struct joined_length {
    std::size_t operator()(const std::string& a, const std::string& b) const { return a.size() + b.size(); }
};

// says: argument 5: must_be_an_operator_of_two_elements_also_where_const
void scatter_reduce_by_another_operator() {
    const std::vector<int> numbers{1, 2}, indices{2, 0};
    std::vector<int> sums(3, 0);
    strider::scatter_reduce(strider::cpu{}, numbers, indices, sums, joined_length{});
}

// says: argument 6: must_be_checked_or_where_atomics_take_the_operator_unordered
void scatter_reduce_unordered_by_a_product() {
    const std::vector<int> numbers{1, 2}, indices{2, 0};
    std::vector<int> products(3, 1);
    strider::scatter_reduce(strider::cpu{}, numbers, indices, products, strider::multiplies{}, strider::unordered);
}

// says: argument 4: must_be_an_output_consecutive_in_memory
void scatter_to_a_list() {
    const std::vector<int> numbers{1, 2}, indices{2, 0};
    std::list<int> places(3);
    strider::scatter(strider::cpu{}, numbers, indices, places);
}
