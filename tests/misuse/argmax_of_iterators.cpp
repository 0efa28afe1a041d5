// says: the first argument says where the call runs
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    strider::argmax(numbers, numbers.begin());
}
