// says: the elements must be trivially copyable and of at most 16 bytes
#include <array>
#include <vector>

#include <strider/transpose.hpp>

int main() {
    std::vector<std::array<double, 3>> points(4);
    strider::transpose_in_place(strider::cpu{}, strider::matrix_view(points.data(), 2, 2));
}
