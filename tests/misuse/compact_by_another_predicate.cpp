// says: argument 4: must_be_a_predicate_of_an_element_also_where_const
#include <string>
#include <vector>

#include <strider/compact.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> kept(3);
    strider::compact(strider::cpu{}, numbers, kept, [](const std::string& word) { return word.empty(); });
}
