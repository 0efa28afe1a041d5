// says: argument 4: must_be_an_operator_of_two_elements_also_where_const
#include <string>
#include <vector>

#include <strider/reduce.hpp>

/// Takes other things than the elements are.
struct joined_length {
    std::size_t operator()(const std::string& a, const std::string& b) const { return a.size() + b.size(); }
};

int main() {
    const std::vector<int> numbers{1, 2, 3};
    int result = 0;
    strider::reduce_into(strider::serial{}, numbers, &result, joined_length{});
    return result;
}
