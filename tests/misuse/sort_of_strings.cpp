// says: argument 2: must_have_elements_trivially_copyable_of_at_most_32_bytes
#include <string>
#include <vector>

#include <strider/sort.hpp>

int main() {
    std::vector<std::string> words{"b", "a"};
    strider::sort(strider::cpu{}, words);
}
