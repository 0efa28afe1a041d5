// says: argument 2: must_have_elements_trivially_copyable_of_at_most_32_bytes
#include <string>
#include <vector>

#include <strider/reduce_by_key.hpp>

int main() {
    std::vector<std::string> words{"a", "a"};
    std::vector<int> values(2), results(2);
    strider::reduce_by_key(strider::cpu{}, words, values, words, results);
}
