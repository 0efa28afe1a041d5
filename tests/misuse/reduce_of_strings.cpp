// says: the elements must be trivially copyable
#include <string>
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<std::string> words{"a", "b"};
    strider::reduce(strider::cpu{}, words);
}
