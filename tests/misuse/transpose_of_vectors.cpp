// says: a matrix, image or mask of two dimensions must be a strider::matrix_view
#include <vector>

#include <strider/transpose.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> turned(3);
    strider::transpose(strider::cpu{}, numbers, turned);
}
