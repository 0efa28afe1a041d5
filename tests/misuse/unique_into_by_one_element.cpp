// says: argument 5: must_be_an_equivalence_of_two_elements_also_where_const
#include <vector>

#include <strider/compact.hpp>

int main() {
    std::vector<int> numbers{1, 2, 3};
    std::uint64_t count = 0;
    strider::unique_into(strider::cpu{}, numbers, numbers, &count, [](int x) { return x % 2 == 0; });
}
