#include <lab/summarise.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <future>
#include <utility>
#include <vector>

namespace strider::lab {
namespace {

constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 24;

/// Calls `use(first, data, count)` for piece after piece; the next one is read while the last one is used.
template <class Use>
void for_each_piece(const element_input& input, std::uint64_t granularity, Use use) {
    const std::uint64_t total = input.elements();
    const std::uint64_t bytes = ladders::size_of(input.type());
    const std::uint64_t grains = std::max<std::uint64_t>(1, piece_bytes / bytes / granularity);
    const std::uint64_t piece = std::min(total, grains * granularity);
    // Words of 8 bytes: aligned for every element type.
    std::vector<std::uint64_t> buffers[2];
    for (auto& buffer : buffers) buffer.resize((piece * bytes + 7) / 8);
    const auto read = [&](std::uint64_t first, std::vector<std::uint64_t>& into) {
        input.read(first, std::min(piece, total - first), into.data());
    };
    std::future<void> next;
    read(0, buffers[0]);
    for (std::uint64_t first = 0; first < total; first += piece) {
        if (first + piece < total) {
            next = std::async(std::launch::async, read, first + piece, std::ref(buffers[1]));
        }
        use(first, static_cast<const void*>(buffers[0].data()), std::min(piece, total - first));
        if (next.valid()) next.get();
        std::swap(buffers[0], buffers[1]);
    }
}

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

ladders::summary summarise(ladders::device& on, const element_input& input, progress& said) {
    if (input.elements() == 0) return {};
    const auto stream = on.summarise(input.type(), input.elements());
    for_each_piece(input, stream->granularity(), [&](std::uint64_t first, const void* data, std::uint64_t count) {
        said.say(fmt::format("{:.0f}%", 100.0 * static_cast<double>(first) / static_cast<double>(input.elements())));
        stream->add(data, count);
    });
    ladders::summary found = stream->finish();
    if (input.reordered()) locate_in_c_order(input, found);
    return found;
}

}  // namespace strider::lab
