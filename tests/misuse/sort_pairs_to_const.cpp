// says: argument 3: must_be_an_output_that_is_not_const
#include <vector>

#include <strider/sort.hpp>

int main() {
    std::vector<int> keys{3, 1, 2};
    const std::vector<int> values{1, 2, 3};
    strider::sort_pairs(strider::serial{}, keys, values);
}
