// One error for each call, as the line before it says.
#include <cstdint>
#include <string>
#include <vector>

#include <strider/histogram.hpp>
#include <strider/views.hpp>

// says: argument 3: must_be_strider_even_bins_or_edges_that_fit_the_type_of_the_samples
void histogram_by_real_edges() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<unsigned> counts(10);
    strider::histogram(strider::cpu{}, numbers, strider::even_bins{10, 0.0, 10.0}, counts);
}

// says: argument 5: must_convert_to<
void histogram_into_a_value() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<unsigned> counts(10);
    strider::outside none;
    strider::histogram_into(strider::cpu{}, numbers, strider::even_bins{10, 0, 10}, counts, none);
}

// says: argument 2: must_have_samples_of_uint8_where_no_bins_are_given
void histogram_of_integers_without_bins() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<unsigned> counts(256);
    strider::histogram(strider::cpu{}, numbers, counts);
}

// says: argument 2: must_have_samples_that_are_numbers_of_1_to_8_bytes_and_not_bool
void histogram_of_strings() {
    const std::vector<std::string> words{"a", "b"};
    std::vector<unsigned> counts(10);
    strider::histogram(strider::cpu{}, words, strider::even_bins{10, 0, 10}, counts);
}

// says: argument 2: must_be_samples_of_1_3_or_4_channels
void histogram_of_two_channels() {
    const std::vector<int> numbers{1, 2, 3, 4};
    std::vector<unsigned> counts(20);
    strider::histogram<2>(strider::cpu{}, numbers, strider::even_bins{10, 0, 10}, counts);
}

// says: argument 4: must_have_counts_that_are_unsigned_of_32_or_64_bits
void histogram_to_signed_counts() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> counts(10);
    strider::histogram(strider::cpu{}, numbers, strider::even_bins{10, 0, 10}, counts);
}

// says: argument 6: must_convert_to<
void weighted_histogram_into_without_outside() {
    const std::vector<int> numbers{1, 2, 3};
    const std::vector<float> weights{1, 2, 3};
    std::vector<float> sums(10);
    strider::weighted_histogram_into(strider::cpu{}, numbers, weights, strider::even_bins{10, 0, 10}, sums);
}

// says: argument 2: must_have_its_number_of_elements_on_the_host_this_call_takes_no_views_counted_at
void weighted_histogram_of_counted_elements() {
    const std::vector<float> samples{1, 2, 3}, weights{1, 1, 2};
    const std::uint64_t count = 2;
    std::vector<float> sums(4);
    strider::weighted_histogram(strider::serial{}, strider::views::counted_at(samples, &count), weights,
                                strider::even_bins<float>{4, 0, 4}, sums);
}

// says: argument 5: must_have_sums_of_32_or_64_bits_integers_or_floating_point_as_the_weights
void weighted_histogram_to_integers() {
    const std::vector<int> numbers{1, 2, 3};
    const std::vector<float> weights{1, 2, 3};
    std::vector<int> sums(10);
    strider::weighted_histogram(strider::cpu{}, numbers, weights, strider::even_bins{10, 0, 10}, sums);
}
