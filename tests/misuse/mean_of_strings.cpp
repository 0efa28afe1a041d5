// says: argument 2: must_have_elements_that_are_numbers
#include <string>
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<std::string> words{"a", "b"};
    strider::mean(strider::serial{}, words);
}
