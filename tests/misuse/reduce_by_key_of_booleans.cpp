// says: argument 3: must_not_be_bool_in_a_sum_or_product_transform_it_to_integers_first
#include <vector>

#include <strider/reduce_by_key.hpp>

int main() {
    const std::vector<int> keys{1, 1, 3};
    const bool values[3] = {true, true, false};
    std::vector<int> unique(3);
    bool results[3];
    strider::reduce_by_key(strider::cpu{}, keys, values, unique, results);
}
