// says: samples must be integers or floating-point numbers of 1 to 8 bytes
#include <string>
#include <vector>

#include <strider/histogram.hpp>

int main() {
    const std::vector<std::string> words{"a", "b"};
    std::vector<unsigned> counts(10);
    strider::histogram(strider::cpu{}, words, strider::even_bins{10, 0, 10}, counts);
}
