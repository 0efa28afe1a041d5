// One error for each call, as the line before it says.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <strider/sort.hpp>
#include <strider/views.hpp>

struct particle {
    float weight;
    int cell;
};

// says: argument 3: must_be_std_less_or_std_greater_of_the_keys
void sort_by_another_order() {
    std::vector<int> numbers{3, 1, 2};
    strider::sort(strider::serial{}, numbers, [](int a, int b) { return a % 10 < b % 10; });
}

// says: argument 2: must_have_its_number_of_elements_on_the_host_this_call_takes_no_views_counted_at
void sort_of_counted_elements() {
    std::vector<int> numbers{3, 1, 2};
    const std::uint64_t count = 2;
    strider::sort(strider::cpu{}, strider::views::counted_at(numbers, &count));
}

// says: argument 2: must_have_elements_trivially_copyable_of_at_most_32_bytes
void sort_of_strings() {
    std::vector<std::string> words{"b", "a"};
    strider::sort(strider::cpu{}, words);
}

// says: argument 4: must_give_a_number_of_at_most_8_bytes_to_sort_by
void sort_of_structs_by_nothing() {
    std::vector<particle> particles(3);
    strider::sort(strider::serial{}, particles, std::less{});
}

// says: argument 3: must_be_an_output_that_is_not_const
void sort_pairs_to_const() {
    std::vector<int> keys{3, 1, 2};
    const std::vector<int> values{1, 2, 3};
    strider::sort_pairs(strider::serial{}, keys, values);
}
