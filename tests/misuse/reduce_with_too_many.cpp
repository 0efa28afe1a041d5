// says: argument 5: must_be_left_out
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    return strider::reduce(strider::serial{}, numbers, strider::plus{}, 0, 1);
}
