#include <lab/library/summarise.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include <lab/readers/pieces.hpp>

namespace strider::lab {
namespace {

/// Whether two elements are the same extreme: the same bits, or both NaN.
template <class T>
bool same_extreme(T a, T b) {
    if (a != a) return b != b;
    return std::memcmp(&a, &b, sizeof a) == 0;
}

/// Of an array in Fortran order: where, in C order, its extremes stand first. The elements that come first in the file
/// need not come first in C order, so this takes a second look at all of them.
void locate_in_c_order(const element_input& input, ladders::summary& of) {
    ladders::with_type(input.type(), [&](auto zero) {
        using T = decltype(zero);
        T least, greatest;
        std::memcpy(&least, of.minimum, sizeof least);
        std::memcpy(&greatest, of.maximum, sizeof greatest);
        std::uint64_t first_least = input.c_index(of.argmin), first_greatest = input.c_index(of.argmax);
        for_each_piece(input, 1, [&](std::uint64_t first, const void* data, std::uint64_t count) {
            const T* const values = static_cast<const T*>(data);
            for (std::uint64_t at = 0; at < count; ++at) {
                if (same_extreme(values[at], least)) first_least = std::min(first_least, input.c_index(first + at));
                if (same_extreme(values[at], greatest))
                    first_greatest = std::min(first_greatest, input.c_index(first + at));
            }
        });
        of.argmin = first_least;
        of.argmax = first_greatest;
    });
}

}  // namespace

ladders::summary summarise(ladders::library& calls, const element_input& input, progress& said) {
    if (input.elements() == 0) return {};
    const auto stream = calls.summarise(input.type(), input.elements());
    for_each_piece(input, stream->granularity(), [&](std::uint64_t first, const void* data, std::uint64_t count) {
        said.say_share(first, input.elements());
        stream->add(data, count);
    });
    ladders::summary found = stream->finish();
    if (input.reordered()) locate_in_c_order(input, found);
    return found;
}

}  // namespace strider::lab
