// says: indices must be integers of 32 or 64 bits
#include <vector>

#include <strider/gather.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    const std::vector<double> indices{2, 0};
    std::vector<int> found(2);
    strider::gather(strider::cpu{}, numbers, indices, found);
}
