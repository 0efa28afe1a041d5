// says: only bytes, std::uint8_t, have bins of their own
#include <vector>

#include <strider/histogram.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<unsigned> counts(256);
    strider::histogram(strider::cpu{}, numbers, counts);
}
