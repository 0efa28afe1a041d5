// says: the first argument says where the call runs
#include <vector>

#include <strider/scan.hpp>

int main() {
    std::vector<int> numbers{1, 2, 3};
    strider::inclusive_scan(numbers, numbers, numbers);
}
