// says: the elements must be consecutive in memory
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<bool> flags{true, false};
    strider::min_max(strider::serial{}, flags);
}
