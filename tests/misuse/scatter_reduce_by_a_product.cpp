// says: argument 5: must_be_plus_minimum_maximum_or_bitwise_on_numbers_that_atomics_take
#include <vector>

#include <strider/scatter.hpp>

int main() {
    const std::vector<int> numbers{1, 2}, indices{2, 0};
    std::vector<int> products(3, 1);
    strider::scatter_reduce(strider::cpu{}, numbers, indices, products, strider::multiplies{});
}
