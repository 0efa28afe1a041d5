// says: argument 2: must_have_elements_that_are_numbers
#include <complex>
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<std::complex<float>> numbers(3);
    strider::dot(strider::serial{}, numbers, numbers);
}
