// says: the elements must be numbers
#include <string>
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<std::string> words{"a", "b"};
    strider::mean(strider::serial{}, words);
}
