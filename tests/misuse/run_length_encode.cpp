// One error for each call, as the line before it says.
#include <vector>

#include <strider/run_length_encode.hpp>

// says: argument 5: must_convert_to<.*unsigned.*[*]>
void run_length_encode_into_by_an_equality_alone() {
    const std::vector<int> numbers{1, 1, 3};
    std::vector<int> values(3), lengths(3);
    strider::run_length_encode_into(strider::cpu{}, numbers, values, lengths, [](int a, int b) { return a == b; });
}

// says: argument 4: must_be_an_output_of_integers_consecutive_in_memory
void run_length_encode_to_real_lengths() {
    const std::vector<int> numbers{1, 1, 3};
    std::vector<int> values(3);
    std::vector<double> lengths(3);
    strider::run_length_encode(strider::cpu{}, numbers, values, lengths);
}
