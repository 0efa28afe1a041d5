// says: argument 2: must_have_elements_trivially_copyable_of_at_most_16_bytes
#include <array>
#include <vector>

#include <strider/transpose.hpp>

int main() {
    std::vector<std::array<double, 3>> points(4);
    strider::transpose_in_place(strider::cpu{}, strider::matrix_view(points.data(), 2, 2));
}
