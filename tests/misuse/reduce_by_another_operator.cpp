// says: argument 3: must_be_an_operator_of_two_elements_also_where_const
#include <string>
#include <vector>

#include <strider/reduce.hpp>

/// Takes other things than the elements are.
struct joined_length {
    std::size_t operator()(const std::string& a, const std::string& b) const { return a.size() + b.size(); }
};

int main() {
    const std::vector<int> numbers{1, 2, 3};
    return strider::reduce(strider::serial{}, numbers, joined_length{}, 0);
}
