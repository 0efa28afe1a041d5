// says: argument 2: must_have_elements_consecutive_in_memory
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<bool> flags{true, false};
    strider::min_max(strider::serial{}, flags);
}
