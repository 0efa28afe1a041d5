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
    const auto timed = [](const step_time& row) { return !std::isnan(row.time); };
    const auto first =
        std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.is_rung && timed(row); });
    std::vector<speedup> gains;
    for (const step_time& row : rows) {
        speedup& gain = gains.emplace_back();
        if (first != rows.end() && &*first != &row) gain.cumulative = first->time / row.time;
        for (const step_time& before : rows) {
            if (row.follows != 0 && before.number == row.follows) gain.step = before.time / row.time;
        }
    }
    return gains;
}

}  // namespace strider::lab
