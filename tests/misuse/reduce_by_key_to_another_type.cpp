// says: argument 5: must_have_elements_of_the_type_of_argument<3>
#include <vector>

#include <strider/reduce_by_key.hpp>

int main() {
    const std::vector<int> keys{1, 1, 3};
    const std::vector<float> values(3);
    std::vector<int> unique(3);
    std::vector<double> results(3);
    strider::reduce_by_key(strider::cpu{}, keys, values, unique, results);
}
