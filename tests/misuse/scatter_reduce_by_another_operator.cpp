// says: argument 5: must_be_an_operator_of_two_elements_also_where_const
#include <string>
#include <vector>

#include <strider/scatter.hpp>

/// Takes other things than the elements are.
struct joined_length {
    std::size_t operator()(const std::string& a, const std::string& b) const { return a.size() + b.size(); }
};

int main() {
    const std::vector<int> numbers{1, 2}, indices{2, 0};
    std::vector<int> sums(3, 0);
    strider::scatter_reduce(strider::cpu{}, numbers, indices, sums, joined_length{});
}
