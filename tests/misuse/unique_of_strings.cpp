// says: the elements must be trivially copyable and of at most 32 bytes
#include <string>
#include <vector>

#include <strider/compact.hpp>

int main() {
    std::vector<std::string> words{"a", "b"};
    strider::unique(strider::cpu{}, words, words);
}
