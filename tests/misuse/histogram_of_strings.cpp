// says: argument 2: must_have_samples_that_are_numbers_of_1_to_8_bytes_and_not_bool
#include <string>
#include <vector>

#include <strider/histogram.hpp>

int main() {
    const std::vector<std::string> words{"a", "b"};
    std::vector<unsigned> counts(10);
    strider::histogram(strider::cpu{}, words, strider::even_bins{10, 0, 10}, counts);
}
