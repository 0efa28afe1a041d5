// says: argument 2: must_have_elements_trivially_copyable_of_at_most_32_bytes_with_a_default
#include <string>
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<std::string> words{"a", "b"};
    strider::reduce(strider::cpu{}, words);
}
