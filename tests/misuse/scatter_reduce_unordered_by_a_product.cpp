// says: argument 6: must_be_checked_or_where_atomics_take_the_operator_unordered
#include <vector>

#include <strider/scatter.hpp>

int main() {
    const std::vector<int> numbers{1, 2}, indices{2, 0};
    std::vector<int> products(3, 1);
    strider::scatter_reduce(strider::cpu{}, numbers, indices, products, strider::multiplies{}, strider::unordered);
}
