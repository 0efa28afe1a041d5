// says: argument 2: must_have_its_number_of_elements_on_the_host_this_call_takes_no_views_counted_at
#include <cstdint>
#include <vector>

#include <strider/histogram.hpp>
#include <strider/views.hpp>

int main() {
    const std::vector<float> samples{1, 2, 3}, weights{1, 1, 2};
    const std::uint64_t count = 2;
    std::vector<float> sums(4);
    strider::weighted_histogram(strider::serial{}, strider::views::counted_at(samples, &count), weights,
                                strider::even_bins<float>{4, 0, 4}, sums);
}
