#include <lab/readers/pieces.hpp>

#include <algorithm>
#include <future>
#include <utility>
#include <vector>

namespace strider::lab {

void for_each_piece(const element_input& input, share of, std::uint64_t granularity, const use_of_piece& use) {
    const std::uint64_t bytes = ladders::size_of(input.type());
    const std::uint64_t grains = std::max<std::uint64_t>(1, piece_bytes / bytes / granularity);
    const std::uint64_t piece = std::min(of.size(), grains * granularity);
    // Words of 8 bytes: aligned for every element type.
    std::vector<std::uint64_t> buffers[2];
    buffers[0].resize((piece * bytes + 7) / 8);
    if (piece < of.size()) buffers[1].resize(buffers[0].size());
    const auto read = [&](std::uint64_t first, std::vector<std::uint64_t>& into) {
        input.read(first, std::min(piece, of.end - first), into.data());
    };
    std::future<void> next;
    if (of.size() != 0) read(of.first, buffers[0]);
    for (std::uint64_t first = of.first; first < of.end; first += piece) {
        if (first + piece < of.end) {
            next = std::async(std::launch::async, read, first + piece, std::ref(buffers[1]));
        }
        use(first, buffers[0].data(), std::min(piece, of.end - first));
        if (next.valid()) next.get();
        std::swap(buffers[0], buffers[1]);
    }
}

}  // namespace strider::lab
