// says: argument 5: must_convert_to<.*unsigned.*[*]>
#include <vector>

#include <strider/run_length_encode.hpp>

int main() {
    const std::vector<int> numbers{1, 1, 3};
    std::vector<int> values(3), lengths(3);
    strider::run_length_encode_into(strider::cpu{}, numbers, values, lengths, [](int a, int b) { return a == b; });
}
