// says: argument 2: must_have_elements_trivially_copyable_of_at_most_32_bytes
#include <string>
#include <vector>

#include <strider/compact.hpp>

int main() {
    std::vector<std::string> words{"a", "b"};
    strider::unique(strider::cpu{}, words, words);
}
