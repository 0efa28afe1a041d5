#include <data/readers/stream.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <future>
#include <utility>
#include <vector>

#include <data/readers/npy.hpp>
#include <data/readers/recognise.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {

std::optional<element_stream> element_stream::take(byte_input& input, const reading& how) {
    const bool is_npy = recognise(input.front).what == content::npy;
    if (input.regular || is_npy == how.raw_type.has_value()) return std::nullopt;
    if (!is_npy && input.name.ends_with(".npy")) return std::nullopt;
    if (!is_npy) return raw(std::move(input), *how.raw_type);
    know_front(input, npy_header_bytes(input.front));
    const npy_header header = parse_npy_header(std::string_view(input.front).substr(0, npy_header_bytes(input.front)));
    const auto extended = std::ranges::count_if(header.shape, [](std::uint64_t extent) { return extent > 1; });
    if (header.fortran_order && extended > 1) return std::nullopt;
    element_stream found(std::move(input), header.stored);
    found.swapped_ = header.big_endian != (std::endian::native == std::endian::big);
    found.promised_ = header.elements;
    std::vector<char> before(header.offset);
    read_some(found.input_, before);
    return found;
}

std::uint64_t element_stream::read(std::uint64_t count, void* into) {
    const std::size_t size = size_of(stored_);
    const std::uint64_t wanted = promised_ ? std::min(count, *promised_ - done_) : count;
    char* const bytes = raw_place(stored_, count, into);
    const std::size_t got = read_some(input_, {bytes, wanted * size});
    const auto refuse_promised = [&](std::string_view follow) {
        throw usage_error(fmt::format("its header promises {} elements of {} ({} bytes), and {} bytes follow it",
                                      *promised_, stored_.name, *promised_ * size, follow));
    };
    if (promised_ && got != wanted * size) refuse_promised(fmt::format("{}", done_ * size + got));
    if (got % size != 0) {
        throw usage_error(fmt::format("its {} bytes are not a whole number of {} elements ({} bytes each)",
                                      done_ * size + got, stored_.name, size));
    }
    done_ += got / size;
    if (char more; promised_ && done_ == *promised_ && read_some(input_, {&more, 1}) != 0) refuse_promised("more");
    decode(stored_, swapped_, count, got / size, into);
    return got / size;
}

void for_each_piece(element_stream& from, std::uint64_t piece, const use_of_next& use) {
    struct buffer {
        std::vector<std::uint64_t> words;
        std::uint64_t count = 0;
    };
    const std::size_t words = (piece * ladders::size_of(from.type()) + 7) / 8;
    buffer now, next, after;
    const auto read = [&](buffer& into) {
        into.words.resize(words);
        into.count = from.read(piece, into.words.data());
    };
    read(now);
    if (now.count == piece) read(next);
    for (std::uint64_t first = 0; now.count != 0;) {
        std::future<void> reading;
        after.count = 0;
        if (next.count == piece) reading = std::async(std::launch::async, read, std::ref(after));
        use(first, now.words.data(), now.count, next.count == 0);
        if (reading.valid()) reading.get();
        first += now.count;
        std::swap(now, next);
        std::swap(next, after);
    }
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
