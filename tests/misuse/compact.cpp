// One error for each call, as the line before it says.
#include <cstdint>
#include <string>
#include <vector>

#include <strider/compact.hpp>
#include <strider/views.hpp>

// says: argument 4: must_be_a_predicate_of_an_element_also_where_const
void compact_by_another_predicate() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> kept(3);
    strider::compact(strider::cpu{}, numbers, kept, [](const std::string& word) { return word.empty(); });
}

// says: argument 4: must_convert_to<.*unsigned.*[*]>
void compact_into_without_a_count() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> kept(3);
    strider::compact_into(strider::cpu{}, numbers, kept, [](int x) { return x % 2 == 0; });
}

// says: argument 2: must_have_its_number_of_elements_on_the_host_this_call_takes_no_views_counted_at
void compact_of_counted_elements() {
    const std::vector<int> numbers{1, 2, 3};
    const std::uint64_t count = 2;
    std::vector<int> kept(3);
    strider::compact(strider::serial{}, strider::views::counted_at(numbers, &count), kept, [](int x) { return x > 1; });
}

// says: argument 4: must_convert_to<.*unsigned.*[*]>
void partition_into_an_int() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> parted(3);
    int count = 0;
    strider::partition_into(strider::cpu{}, numbers, parted, &count, [](int x) { return x % 2 == 0; });
}

// says: argument 3: must_have_elements_of_the_type_of_argument<2>
void partition_to_another_type() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<long> parted(3);
    strider::partition(strider::cpu{}, numbers, parted, [](int x) { return x % 2 == 0; });
}

// says: argument 5: must_be_an_equivalence_of_two_elements_also_where_const
void unique_into_by_one_element() {
    std::vector<int> numbers{1, 2, 3};
    std::uint64_t count = 0;
    strider::unique_into(strider::cpu{}, numbers, numbers, &count, [](int x) { return x % 2 == 0; });
}

// says: argument 2: must_have_elements_trivially_copyable_of_at_most_32_bytes
void unique_of_strings() {
    std::vector<std::string> words{"a", "b"};
    strider::unique(strider::cpu{}, words, words);
}
