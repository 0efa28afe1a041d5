// One error for each call, as the line before it says.
#include <string>
#include <vector>

#include <strider/reduce_by_key.hpp>

// says: argument 3: must_not_be_bool_in_a_sum_or_product_transform_it_to_integers_first
void reduce_by_key_of_booleans() {
    const std::vector<int> keys{1, 1, 3};
    const bool values[3] = {true, true, false};
    std::vector<int> unique(3);
    bool results[3];
    strider::reduce_by_key(strider::cpu{}, keys, values, unique, results);
}

// says: argument 2: must_have_elements_trivially_copyable_of_at_most_32_bytes
void reduce_by_key_of_strings() {
    std::vector<std::string> words{"a", "a"};
    std::vector<int> values(2), results(2);
    strider::reduce_by_key(strider::cpu{}, words, values, words, results);
}

// says: argument 5: must_have_elements_of_the_type_of_argument<3>
void reduce_by_key_to_another_type() {
    const std::vector<int> keys{1, 1, 3};
    const std::vector<float> values(3);
    std::vector<int> unique(3);
    std::vector<double> results(3);
    strider::reduce_by_key(strider::cpu{}, keys, values, unique, results);
}
