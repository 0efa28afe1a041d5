// says: argument 4: must_convert_to<.*unsigned.*[*]>
#include <vector>

#include <strider/compact.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> parted(3);
    int count = 0;
    strider::partition_into(strider::cpu{}, numbers, parted, &count, [](int x) { return x % 2 == 0; });
}
