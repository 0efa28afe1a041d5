#include <lab/measure/statistics.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

namespace strider::lab {
namespace {

/// Orders `values` as far as the median needs it.
double median_in_place(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 != 0) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

}  // namespace

double median(std::span<const double> samples) {
    if (samples.empty()) throw std::invalid_argument("median: needs at least one sample, got none");
    std::vector<double> values(samples.begin(), samples.end());
    return median_in_place(values);
}

estimate estimate_median(std::span<const double> samples) {
    constexpr std::size_t resamples = 2000;
    constexpr std::size_t tail = resamples / 40;  // 2.5%
    const double middle = median(samples);

    std::mt19937_64 random(samples.size());
    std::vector<double> medians(resamples), drawn(samples.size());
    for (double& one : medians) {
        for (double& value : drawn) value = samples[random() % samples.size()];
        one = median_in_place(drawn);
    }
    std::sort(medians.begin(), medians.end());
    return {middle, medians[tail], medians[resamples - 1 - tail], samples.size()};
}

std::vector<speedup> speedups(std::span<const step_time> rows) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    double first = none, before = none;
    std::vector<speedup> gains;
    for (const step_time& row : rows) {
        speedup& gain = gains.emplace_back();
        if (!std::isnan(first)) gain.cumulative = first / row.time;
        if (!row.is_step) continue;
        gain.step = before / row.time;
        before = row.time;
        if (std::isnan(first)) first = row.time;
    }
    return gains;
}

}  // namespace strider::lab
