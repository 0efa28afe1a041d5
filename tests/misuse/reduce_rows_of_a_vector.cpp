// says: a matrix, image or mask of two dimensions must be a strider::matrix_view
#include <vector>

#include <strider/segmented_reduce.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> sums(1);
    strider::reduce_rows(strider::cpu{}, numbers, sums);
}
