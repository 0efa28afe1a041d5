// says: argument 4: must_convert_to<.*unsigned.*[*]>
#include <vector>

#include <strider/compact.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> kept(3);
    strider::compact_into(strider::cpu{}, numbers, kept, [](int x) { return x % 2 == 0; });
}
