// says: argument 4: must_be_a_value_that_the_elements_convert_to
#include <string>
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<std::string> words{"a", "b"};
    return strider::reduce(strider::serial{}, words, strider::plus{}, 0);
}
