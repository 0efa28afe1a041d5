// says: gives exactly the type of the initial value
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<float> numbers{1, 2, 3};
    strider::transform_reduce(strider::serial{}, numbers, [](float x) { return x * x; }, strider::plus{}, 0);
}
