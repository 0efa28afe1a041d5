// says: argument 4: must_be_an_output_of_integers_consecutive_in_memory
#include <vector>

#include <strider/run_length_encode.hpp>

int main() {
    const std::vector<int> numbers{1, 1, 3};
    std::vector<int> values(3);
    std::vector<double> lengths(3);
    strider::run_length_encode(strider::cpu{}, numbers, values, lengths);
}
