// says: the segments must be given as one length, an integer, or as offsets
#include <vector>

#include <strider/segmented_reduce.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> sums(1);
    strider::segmented_reduce(strider::cpu{}, numbers, 3.0, sums);
}
