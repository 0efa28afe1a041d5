// says: argument 4: must_be_an_operator_of_two_elements_also_where_const
#include <string>
#include <vector>

#include <strider/segmented_reduce.hpp>

/// Takes other things than the elements are.
struct joined_length {
    std::size_t operator()(const std::string& a, const std::string& b) const { return a.size() + b.size(); }
};

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> sums(3);
    strider::reduce_columns(strider::cpu{}, strider::matrix_view(numbers.data(), 1, 3), sums, joined_length{});
}
