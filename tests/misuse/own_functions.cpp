// compiles
//
// Callers' own functions with names of this library's: found beside them by argument-dependent lookup or a
// using-directive, they are called.
#include <list>
#include <string>
#include <type_traits>
#include <vector>

#include <strider/adjacent_difference.hpp>
#include <strider/compact.hpp>
#include <strider/convolve.hpp>
#include <strider/gather.hpp>
#include <strider/histogram.hpp>
#include <strider/map.hpp>
#include <strider/reduce.hpp>
#include <strider/reduce_by_key.hpp>
#include <strider/run_length_encode.hpp>
#include <strider/scan.hpp>
#include <strider/scatter.hpp>
#include <strider/segmented_reduce.hpp>
#include <strider/segmented_scan.hpp>
#include <strider/transpose.hpp>

struct own {};

// Strider's functions are found as well, by the type of an argument.
namespace by_argument {

struct point {
    double x, y;
};
struct number {
    number(double);
};

own mean(const strider::matrix_view<double>&);
own dot(strider::matrix_view<double>, strider::matrix_view<double>);
own dot(strider::plus, const point&);
own transpose(strider::matrix_view<double>&);
own mean(strider::cpu, const std::vector<point>&);
own mean(const strider::serial&, std::list<double>);
own dot(strider::serial, number, number);
template <class Policy, class Range>
own min_max(const Policy&, const Range&);
template <strider::execution_policy Policy, class... Others>
own reduce(Policy, Others&&...);
own unique_copy(strider::cpu, const std::list<int>&, std::vector<int>&);
own histogram(strider::even_bins<int>, int);

void call(strider::matrix_view<double> view, std::vector<point> points, std::list<double> list, point at) {
    static_assert(std::is_same_v<own, decltype(mean(view))>);
    static_assert(std::is_same_v<own, decltype(dot(view, view))>);
    static_assert(std::is_same_v<own, decltype(dot(strider::plus{}, at))>);
    static_assert(std::is_same_v<own, decltype(transpose(view))>);
    static_assert(std::is_same_v<own, decltype(mean(strider::cpu{}, points))>);
    static_assert(std::is_same_v<own, decltype(mean(strider::serial{}, list))>);
    static_assert(std::is_same_v<own, decltype(dot(strider::serial{}, 1, 2))>);
    static_assert(std::is_same_v<own, decltype(min_max(strider::serial{}, points))>);
    static_assert(std::is_same_v<own, decltype(reduce(strider::serial{}, points))>);
    static_assert(std::is_same_v<own, decltype(histogram(strider::even_bins{10, 0, 10}, 1.5f))>);
    std::list<int> from;
    std::vector<int> to;
    static_assert(std::is_same_v<own, decltype(unique_copy(strider::cpu{}, from, to))>);
}

}  // namespace by_argument

// They are found by the directive, and the function that is meant beside them.
struct word {
    word(int);
};
struct view {
    view(const std::vector<double>&);
};
own mean(const std::vector<double>&);
own argmin(view);
own dot(word, word);
own scatter(double, double);
own gather(const std::vector<double>&, double);
own transform(std::vector<double>&, own (*)(double));
own transform(view, view, view);
template <class Range>
own partition(Range&&);
own compact(strider::cpu, word);
own adjacent_difference(const std::vector<double>&);
own reduce(strider::cpu, const std::vector<std::string>&);

using namespace strider;

void call(std::vector<double> numbers, std::vector<std::string> words) {
    static_assert(std::is_same_v<own, decltype(mean(numbers))>);
    static_assert(std::is_same_v<own, decltype(argmin(numbers))>);
    static_assert(std::is_same_v<own, decltype(dot(1, 2))>);
    static_assert(std::is_same_v<own, decltype(scatter(1, 2))>);
    static_assert(std::is_same_v<own, decltype(gather(numbers, 1))>);
    static_assert(std::is_same_v<own, decltype(transform(numbers, [](double) { return own{}; }))>);
    const std::vector<double> more;
    static_assert(std::is_same_v<own, decltype(transform(numbers, numbers, more))>);
    static_assert(std::is_same_v<own, decltype(partition(numbers))>);
    static_assert(std::is_same_v<own, decltype(compact(strider::cpu{}, 1))>);
    static_assert(std::is_same_v<own, decltype(adjacent_difference(numbers))>);
    static_assert(std::is_same_v<double, decltype(reduce(numbers.begin(), numbers.end()))>);  // std::reduce
    static_assert(std::is_same_v<own, decltype(reduce(strider::cpu{}, words))>);
}

int main() {}
// SPDX-License-Identifier: Apache-2.0
