// compiles
//
// Of every call: `requires` is true for right arguments, and false, not an error, if any one of them is nonsense, if
// there is one more, and if there is none.
#include <cstdint>
#include <list>
#include <optional>
#include <ranges>
#include <string>
#include <type_traits>
#include <utility>
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
#include <strider/summary.hpp>
#include <strider/transpose.hpp>

struct nonsense {};
/// Has no operators.
struct point {
    int x, y;
};

template <class Call, class... Given>
constexpr bool is_taken = std::is_invocable_v<Call, Given...>;

template <class Call, std::size_t Wrong, class... Right, std::size_t... Place>
consteval bool is_taken_with_nonsense(std::index_sequence<Place...>) {
    return is_taken<Call, std::conditional_t<Place == Wrong, nonsense, Right>...>;
}

template <class... Right, class Call>
consteval bool checks(Call) {
    constexpr auto all = std::index_sequence_for<Right...>{};
    const bool any = []<std::size_t... Wrong>(std::index_sequence<Wrong...>) {
        return (is_taken_with_nonsense<Call, Wrong, Right...>(std::index_sequence_for<Right...>{}) || ...);
    }(all);
    return is_taken<Call, Right...> && !any && !is_taken<Call, Right..., nonsense> && !is_taken<Call>;
}

using strider::checked_t;
using strider::equal_to;
using strider::even_bins;
using strider::minimum;
using strider::outside;
using strider::plus;
using strider::serial;
using strider::unordered_t;
using integers = std::vector<int>&;
using integers_to_read = const std::vector<int>&;
using bytes = std::vector<std::uint8_t>&;
using counts = std::vector<std::uint32_t>&;
using counted_integers = strider::counted_view<strider::contiguous<int>>;
using numbers = std::vector<double>&;
using points = std::vector<point>&;
using words = std::vector<std::string>&;
using booleans = std::vector<bool>&;
using flags = bool (&)[3];
using list = std::list<int>&;
/// As std::mdspan, whose data_handle() returns a reference.
struct mdspan {
    using pointer = int*;
    const pointer& data_handle() const;
    std::size_t extent(int) const;
    std::size_t stride(int) const;
};
using matrix = strider::matrix_view<int>;
using matrix_to_read = strider::matrix_view<const int>;
using image = strider::matrix_view<double>;
using negated = int (*)(int);
using by_index = int (*)(int, std::uint64_t);
struct plus_one_unless_told {
    int operator()(int x, std::uint64_t more = 1) const;
};
using added = int (*)(int, int);
using even = bool (*)(int);
using same = bool (*)(int, int);

constexpr auto reduce = [](auto&&... a)
    requires requires { strider::reduce(a...); }
{};
constexpr auto reduce_into = [](auto&&... a)
    requires requires { strider::reduce_into(a...); }
{};
constexpr auto transform_reduce = [](auto&&... a)
    requires requires { strider::transform_reduce(a...); }
{};
constexpr auto dot = [](auto&&... a)
    requires requires { strider::dot(a...); }
{};
constexpr auto mean = [](auto&&... a)
    requires requires { strider::mean(a...); }
{};
constexpr auto min_max = [](auto&&... a)
    requires requires { strider::min_max(a...); }
{};
constexpr auto argmin = [](auto&&... a)
    requires requires { strider::argmin(a...); }
{};
constexpr auto argmax = [](auto&&... a)
    requires requires { strider::argmax(a...); }
{};
constexpr auto transform_reduce_into = [](auto&&... a)
    requires requires { strider::transform_reduce_into(a...); }
{};
constexpr auto dot_into = [](auto&&... a)
    requires requires { strider::dot_into(a...); }
{};
constexpr auto mean_into = [](auto&&... a)
    requires requires { strider::mean_into(a...); }
{};
constexpr auto min_max_into = [](auto&&... a)
    requires requires { strider::min_max_into(a...); }
{};
constexpr auto argmin_into = [](auto&&... a)
    requires requires { strider::argmin_into(a...); }
{};
constexpr auto argmax_into = [](auto&&... a)
    requires requires { strider::argmax_into(a...); }
{};
constexpr auto summarize = [](auto&&... a)
    requires requires { strider::summarize(a...); }
{};
constexpr auto summarize_into = [](auto&&... a)
    requires requires { strider::summarize_into(a...); }
{};
static_assert(checks<serial, integers_to_read>(reduce) && checks<strider::cpu, integers, plus, double>(reduce));
static_assert(checks<serial, integers, added, int>(reduce) && !is_taken<decltype(reduce), serial, integers, added>);
static_assert(!is_taken<decltype(reduce), serial, list> && !is_taken<decltype(reduce), serial, booleans>);
static_assert(!is_taken<decltype(reduce), serial, words> && !is_taken<decltype(reduce), serial, words, plus, int>);
static_assert(!is_taken<decltype(reduce), integers> && !is_taken<decltype(reduce), integers, plus, int>);
static_assert(!is_taken<decltype(reduce), serial, std::vector<int>::iterator, std::vector<int>::iterator>);
static_assert(!is_taken<decltype(reduce), serial, points, plus, point>);
static_assert(!is_taken<decltype(reduce), serial, points, minimum, point>);
static_assert(checks<serial, integers, int*>(reduce_into) && checks<serial, integers, int*, minimum>(reduce_into));
static_assert(checks<serial, integers, negated, plus, int>(transform_reduce));
static_assert(!is_taken<decltype(transform_reduce), serial, integers, negated, plus, double>);
static_assert(checks<serial, integers, integers_to_read>(dot) && !is_taken<decltype(dot), serial, integers, numbers>);
static_assert(checks<serial, integers>(mean) && !is_taken<decltype(mean), serial, words>);
static_assert(checks<serial, integers>(min_max) && checks<serial, numbers>(argmin) && checks<serial, counts>(argmax));
static_assert(checks<serial, integers, double*, plus, int>(reduce_into) &&
              !is_taken<decltype(reduce_into), serial, numbers, int*, plus, int>);
static_assert(checks<serial, integers, int*, negated, plus, int>(transform_reduce_into) &&
              !is_taken<decltype(transform_reduce_into), serial, integers, double*, negated, plus, int>);
static_assert(checks<serial, integers, integers_to_read, int*>(dot_into) &&
              checks<serial, integers, double*>(mean_into) && !is_taken<decltype(mean_into), serial, integers, int*>);
static_assert(checks<serial, integers, strider::extremes<int>*>(min_max_into) &&
              checks<serial, integers, strider::located<int>*>(argmin_into) &&
              checks<serial, integers, strider::located<int>*, same>(argmax_into));
static_assert(checks<serial, integers>(summarize) && !is_taken<decltype(summarize), serial, flags> &&
              checks<serial, integers, strider::summary<int>*>(summarize_into) &&
              !is_taken<decltype(summarize_into), serial, integers, strider::located<int>*>);
static_assert(checks<serial, integers, same>(argmin) && !is_taken<decltype(argmax), serial, points>);
static_assert(is_taken<decltype(reduce), serial, decltype(std::views::iota(0, 5))> &&
              !is_taken<decltype(reduce), serial, decltype(std::views::iota(0))>);
// No number loses anything in an accumulator unasked, and no sum is a bool.
static_assert(!is_taken<decltype(reduce), serial, numbers, plus, int> &&
              is_taken<decltype(reduce), serial, counts, plus, float>);
static_assert(!is_taken<decltype(reduce), serial, numbers, plus, float>);
static_assert(!is_taken<decltype(reduce), serial, counts, plus, int> &&
              is_taken<decltype(reduce), serial, counts, plus, std::int64_t>);
static_assert(!is_taken<decltype(reduce), serial, integers, plus, unsigned> &&
              !is_taken<decltype(reduce), serial, integers, minimum, bool>);
static_assert(is_taken<decltype(reduce), serial, flags, plus, int> &&
              is_taken<decltype(reduce), serial, flags, strider::bit_or>);
static_assert(!is_taken<decltype(reduce), serial, flags> && !is_taken<decltype(reduce), serial, flags, plus, bool>);
static_assert(!is_taken<decltype(reduce_into), serial, flags, bool*> && !is_taken<decltype(dot), serial, flags, flags>);
static_assert(is_taken<decltype(mean), serial, flags> && is_taken<decltype(argmax), serial, flags>);
static_assert(!is_taken<decltype(transform_reduce), serial, integers, even, plus, bool>);
static_assert(!is_taken<decltype(transform_reduce), serial, integers, by_index, plus, int>);
static_assert(is_taken<decltype(transform_reduce), serial, integers, strider::with_index<by_index>, plus, int>);

constexpr auto inclusive_scan = [](auto&&... a)
    requires requires { strider::inclusive_scan(a...); }
{};
constexpr auto exclusive_scan = [](auto&&... a)
    requires requires { strider::exclusive_scan(a...); }
{};
static_assert(checks<serial, integers, integers>(inclusive_scan));
static_assert(checks<serial, integers, integers, added, int>(inclusive_scan));
static_assert(is_taken<decltype(inclusive_scan), serial, integers, integers, plus, std::nullopt_t>);
static_assert(checks<serial, integers, integers, plus>(exclusive_scan));
static_assert(checks<serial, integers, integers, added, int>(exclusive_scan));
static_assert(!is_taken<decltype(inclusive_scan), serial, integers, integers_to_read>);
static_assert(!is_taken<decltype(exclusive_scan), serial, integers, integers_to_read, plus, int>);
static_assert(!is_taken<decltype(inclusive_scan), serial, integers, numbers>);
static_assert(!is_taken<decltype(exclusive_scan), serial, integers, integers, added>);
static_assert(is_taken<decltype(inclusive_scan), serial, integers, integers, plus, std::optional<int>>);
static_assert(!is_taken<decltype(inclusive_scan), serial, integers, integers, plus, std::optional<double>>);
static_assert(!is_taken<decltype(inclusive_scan), serial, integers, integers, plus, double>);
static_assert(!is_taken<decltype(exclusive_scan), serial, integers, integers, plus, float>);
static_assert(is_taken<decltype(exclusive_scan), serial, numbers, numbers, plus, int>);
static_assert(!is_taken<decltype(exclusive_scan), serial, flags, flags> &&
              !is_taken<decltype(inclusive_scan), serial, flags, flags>);

constexpr auto segmented_inclusive = [](auto&&... a)
    requires requires { strider::segmented_inclusive_scan(a...); }
{};
constexpr auto segmented_exclusive = [](auto&&... a)
    requires requires { strider::segmented_exclusive_scan(a...); }
{};
static_assert(checks<serial, integers, counts, integers>(segmented_inclusive));
static_assert(checks<serial, integers, counts, integers, added, int>(segmented_inclusive));
static_assert(checks<serial, integers, counts, integers, plus>(segmented_exclusive));
static_assert(checks<serial, integers, counts, integers, added, int>(segmented_exclusive));
static_assert(!is_taken<decltype(segmented_inclusive), serial, integers, numbers, integers>);
static_assert(!is_taken<decltype(segmented_exclusive), serial, integers, counts, integers_to_read>);
static_assert(!is_taken<decltype(segmented_inclusive), serial, integers, counts, integers, plus, double>);
static_assert(!is_taken<decltype(segmented_exclusive), serial, integers, counts, integers, plus, double>);
static_assert(!is_taken<decltype(segmented_inclusive), serial, flags, counts, flags>);

constexpr auto segmented_reduce = [](auto&&... a)
    requires requires { strider::segmented_reduce(a...); }
{};
constexpr auto reduce_rows = [](auto&&... a)
    requires requires { strider::reduce_rows(a...); }
{};
constexpr auto reduce_columns = [](auto&&... a)
    requires requires { strider::reduce_columns(a...); }
{};
static_assert(checks<serial, integers, counts, integers, minimum>(segmented_reduce));
static_assert(checks<serial, integers, int, integers, added, int>(segmented_reduce));
static_assert(checks<serial, integers, counted_integers, integers, minimum>(segmented_reduce));
static_assert(!is_taken<decltype(segmented_reduce), serial, counted_integers, counts, integers>);
static_assert(!is_taken<decltype(segmented_reduce), serial, integers, int, integers_to_read>);
static_assert(checks<serial, matrix_to_read, integers, plus>(reduce_rows));
static_assert(checks<serial, matrix, integers, added, int>(reduce_columns));
static_assert(!is_taken<decltype(reduce_rows), serial, integers, integers>);
static_assert(!is_taken<decltype(reduce_columns), serial, matrix, integers_to_read>);
static_assert(!is_taken<decltype(segmented_reduce), serial, integers, int, integers, plus, double>);
static_assert(!is_taken<decltype(segmented_reduce), serial, integers, counts, integers, plus, double>);
static_assert(!is_taken<decltype(segmented_reduce), serial, flags, int, flags>);
static_assert(!is_taken<decltype(reduce_rows), serial, matrix, integers, plus, double>);
static_assert(!is_taken<decltype(reduce_columns), serial, matrix, integers, plus, double>);

constexpr auto transform = [](auto&&... a)
    requires requires { strider::transform(a...); }
{};
static_assert(checks<serial, integers_to_read, numbers, negated>(transform));
static_assert(checks<serial, integers, integers_to_read, numbers, added>(transform));
static_assert(!is_taken<decltype(transform), serial, integers, integers_to_read, negated>);
static_assert(!is_taken<decltype(transform), serial, integers, integers, integers_to_read, added>);
static_assert(!is_taken<decltype(transform), serial, integers, integers, integers, negated>);
static_assert(!is_taken<decltype(transform), serial, integers, integers, by_index>);
static_assert(is_taken<decltype(transform), serial, integers, integers, strider::with_index<by_index>>);
static_assert(is_taken<decltype(transform), serial, integers, integers, plus_one_unless_told>);
static_assert(!is_taken<decltype(transform), serial, integers, integers, strider::with_index<negated>>);
static_assert(!is_taken<decltype(transform), serial, integers, counts, integers, strider::with_index<by_index>>);

constexpr auto gather = [](auto&&... a)
    requires requires { strider::gather(a...); }
{};
constexpr auto scatter = [](auto&&... a)
    requires requires { strider::scatter(a...); }
{};
constexpr auto scatter_reduce = [](auto&&... a)
    requires requires { strider::scatter_reduce(a...); }
{};
static_assert(checks<serial, numbers, counts, numbers>(gather));
static_assert(checks<serial, numbers, counts, numbers, checked_t>(gather));
static_assert(!is_taken<decltype(gather), serial, integers, bytes, integers>);
static_assert(!is_taken<decltype(gather), serial, integers, counts, integers_to_read>);
static_assert(checks<serial, numbers, counts, numbers>(scatter));
static_assert(checks<serial, numbers, counts, numbers, checked_t>(scatter));
static_assert(!is_taken<decltype(scatter), serial, integers, counts, numbers>);
static_assert(checks<serial, numbers, counts, numbers>(scatter_reduce));
static_assert(checks<serial, integers, counts, integers, minimum, checked_t>(scatter_reduce));
static_assert(checks<serial, integers, counts, integers, strider::plus, unordered_t>(scatter_reduce));
static_assert(is_taken<decltype(scatter_reduce), serial, integers, counts, integers, strider::multiplies>);
static_assert(
    !is_taken<decltype(scatter_reduce), serial, integers, counts, integers, strider::multiplies, unordered_t>);

constexpr auto compact = [](auto&&... a)
    requires requires { strider::compact(a...); }
{};
constexpr auto compact_into = [](auto&&... a)
    requires requires { strider::compact_into(a...); }
{};
constexpr auto partition = [](auto&&... a)
    requires requires { strider::partition(a...); }
{};
constexpr auto partition_into = [](auto&&... a)
    requires requires { strider::partition_into(a...); }
{};
constexpr auto unique = [](auto&&... a)
    requires requires { strider::unique(a...); }
{};
constexpr auto unique_into = [](auto&&... a)
    requires requires { strider::unique_into(a...); }
{};
static_assert(checks<serial, integers, integers, even>(compact) && checks<serial, integers, integers, even>(partition));
static_assert(checks<serial, integers, integers, std::uint64_t*, even>(compact_into));
static_assert(checks<serial, integers, integers, std::uint64_t*, even>(partition_into));
static_assert(checks<serial, integers, integers>(unique) && checks<serial, integers, integers, same>(unique));
static_assert(checks<serial, integers, integers, std::uint64_t*, equal_to>(unique_into));
static_assert(!is_taken<decltype(compact), serial, integers, integers_to_read, even>);
static_assert(!is_taken<decltype(partition), serial, integers, numbers, even>);
static_assert(!is_taken<decltype(unique), serial, words, words>);
static_assert(!is_taken<decltype(unique), serial, points, points>);
static_assert(!is_taken<decltype(unique_into), serial, integers, integers, int*, same>);

constexpr auto run_length_encode = [](auto&&... a)
    requires requires { strider::run_length_encode(a...); }
{};
constexpr auto run_length_encode_into = [](auto&&... a)
    requires requires { strider::run_length_encode_into(a...); }
{};
constexpr auto reduce_by_key = [](auto&&... a)
    requires requires { strider::reduce_by_key(a...); }
{};
constexpr auto reduce_by_key_into = [](auto&&... a)
    requires requires { strider::reduce_by_key_into(a...); }
{};
constexpr auto adjacent_difference = [](auto&&... a)
    requires requires { strider::adjacent_difference(a...); }
{};
static_assert(checks<serial, integers_to_read, integers, counts>(run_length_encode));
static_assert(checks<serial, integers, integers, counts, same>(run_length_encode));
static_assert(checks<serial, integers, integers, counts, std::uint64_t*, same>(run_length_encode_into));
static_assert(!is_taken<decltype(run_length_encode), serial, integers, integers, numbers>);
static_assert(!is_taken<decltype(run_length_encode), serial, integers, numbers, counts>);
static_assert(!is_taken<decltype(run_length_encode), serial, integers, integers, integers_to_read>);
static_assert(!is_taken<decltype(run_length_encode), serial, integers, integers_to_read, counts>);
static_assert(!is_taken<decltype(run_length_encode), serial, points, points, counts>);
static_assert(checks<serial, integers, numbers, integers, numbers>(reduce_by_key));
static_assert(checks<serial, points, integers, points, integers, added, bool (*)(point, point)>(reduce_by_key));
static_assert(checks<serial, integers, integers, integers, integers, std::uint64_t*, added, same>(reduce_by_key_into));
static_assert(!is_taken<decltype(reduce_by_key), serial, points, integers, points, integers>);
static_assert(!is_taken<decltype(reduce_by_key), serial, integers, points, integers, points>);
static_assert(!is_taken<decltype(reduce_by_key), serial, integers, numbers, integers, integers>);
static_assert(!is_taken<decltype(reduce_by_key), serial, integers, numbers, integers_to_read, numbers>);
static_assert(!is_taken<decltype(reduce_by_key), serial, integers, integers, integers, integers_to_read>);
static_assert(!is_taken<decltype(reduce_by_key), serial, integers, flags, integers, flags>);
static_assert(is_taken<decltype(reduce_by_key), serial, integers, flags, integers, flags, strider::bit_or>);
static_assert(checks<serial, integers_to_read, integers>(adjacent_difference));
static_assert(checks<serial, counts, integers, added>(adjacent_difference));
static_assert(!is_taken<decltype(adjacent_difference), serial, integers, integers_to_read>);
static_assert(!is_taken<decltype(adjacent_difference), serial, points, points>);
static_assert(!is_taken<decltype(adjacent_difference), serial, flags, flags>);

constexpr auto histogram = [](auto&&... a)
    requires requires { strider::histogram(a...); }
{};
constexpr auto histogram_of_3 = [](auto&&... a)
    requires requires { strider::histogram<3>(a...); }
{};
constexpr auto histogram_of_2 = [](auto&&... a)
    requires requires { strider::histogram<2>(a...); }
{};
constexpr auto histogram_into = [](auto&&... a)
    requires requires { strider::histogram_into(a...); }
{};
constexpr auto histogram_into_3 = [](auto&&... a)
    requires requires { strider::histogram_into<3>(a...); }
{};
constexpr auto weighted = [](auto&&... a)
    requires requires { strider::weighted_histogram(a...); }
{};
constexpr auto weighted_into = [](auto&&... a)
    requires requires { strider::weighted_histogram_into(a...); }
{};
static_assert(checks<serial, bytes, counts>(histogram) && checks<serial, bytes, counts>(histogram_into));
static_assert(checks<serial, integers, even_bins<int>, counts>(histogram));
static_assert(checks<serial, integers, integers_to_read, counts>(histogram_of_3));
static_assert(checks<serial, integers, even_bins<int>, counts, outside*>(histogram_into));
static_assert(checks<serial, integers, even_bins<int>, counts, std::nullptr_t>(histogram_into));
static_assert(!is_taken<decltype(histogram_of_2), serial, integers, even_bins<int>, counts>);
static_assert(!is_taken<decltype(histogram), serial, integers, even_bins<double>, counts>);
static_assert(!is_taken<decltype(histogram), serial, integers, even_bins<int>, integers>);
static_assert(!is_taken<decltype(histogram), serial, integers, even_bins<int>, const std::vector<unsigned>&>);
static_assert(checks<serial, integers, numbers, even_bins<int>, numbers>(weighted));
static_assert(checks<serial, integers, numbers, even_bins<int>, numbers, outside*>(weighted_into));
static_assert(!is_taken<decltype(weighted), serial, integers, numbers, even_bins<int>, integers>);
static_assert(checks<serial, counted_integers, numbers, even_bins<int>, numbers, outside*>(weighted_into));
static_assert(checks<serial, counted_integers, even_bins<int>, counts, outside*>(histogram_into_3));
static_assert(!is_taken<decltype(weighted), serial, counted_integers, numbers, even_bins<int>, numbers>);
static_assert(!is_taken<decltype(histogram_of_3), serial, counted_integers, even_bins<int>, counts>);

constexpr auto convolve = [](auto&&... a)
    requires requires { strider::convolve(a...); }
{};
constexpr auto separable = [](auto&&... a)
    requires requires { strider::convolve_separable(a...); }
{};
static_assert(checks<serial, image, image, image, strider::convolve_options>(convolve));
static_assert(checks<serial, numbers, numbers, numbers>(convolve));
static_assert(checks<serial, image, numbers, numbers, image>(separable));
static_assert(!is_taken<decltype(convolve), serial, integers, integers, integers>);
static_assert(!is_taken<decltype(convolve), serial, numbers, integers, numbers>);
static_assert(!is_taken<decltype(convolve), serial, image, image, strider::matrix_view<const double>>);

constexpr auto transpose = [](auto&&... a)
    requires requires { strider::transpose(a...); }
{};
constexpr auto transpose_batch = [](auto&&... a)
    requires requires { strider::transpose_batch(a...); }
{};
constexpr auto transpose_in_place = [](auto&&... a)
    requires requires { strider::transpose_in_place(a...); }
{};
static_assert(checks<serial, mdspan, matrix>(transpose) && !is_taken<decltype(transpose), serial, mdspan, image>);
static_assert(checks<serial, matrix_to_read, matrix>(transpose) && checks<serial, matrix>(transpose_in_place));
static_assert(checks<serial, matrix, int, matrix, int, int>(transpose_batch));
static_assert(!is_taken<decltype(transpose), serial, matrix, matrix_to_read>);
static_assert(!is_taken<decltype(transpose), serial, integers, integers>);
static_assert(!is_taken<decltype(transpose_in_place), serial, strider::matrix_view<std::string>>);

// The older way of asking.
template <class Range, class = void>
constexpr bool is_found = false;
template <class Range>
constexpr bool is_found<Range, std::void_t<decltype(strider::reduce(serial{}, std::declval<Range>()))>> = true;
static_assert(is_found<integers> && !is_found<list> && !is_found<words>);

int main() {}
