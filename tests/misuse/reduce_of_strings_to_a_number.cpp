// says: the elements must convert to the type of the initial value
#include <string>
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<std::string> words{"a", "b"};
    return strider::reduce(strider::serial{}, words, strider::plus{}, 0);
}
