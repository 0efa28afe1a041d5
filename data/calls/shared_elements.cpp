#include <data/calls/shared_elements.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <future>
#include <utility>
#include <vector>

#include <lab/base/output/progress.hpp>

namespace strider::lab {

shared_elements::shared_elements(element_input elements, ranks& peers)
    : element_input(std::move(elements)), peers_(&peers) {
    peers.require_same(
        fmt::format("{} {} {}", stored().name, fmt::join(shape(), ","), fortran_order()),
        fmt::format("{}: is not the file that rank 0 reads; put the file where all ranks find it by this name",
                    name()));
}

void shared_elements::for_each_piece(share rank_share, std::uint64_t granularity, const use_of_piece& use) const {
    const std::uint64_t bytes = ladders::size_of(type());
    const std::uint64_t grains = std::max<std::uint64_t>(1, piece_bytes / bytes / granularity);
    const std::uint64_t piece = std::min(rank_share.size(), grains * granularity);
    // Words of 8 bytes: aligned for every element type.
    std::vector<std::uint64_t> buffers[2];
    buffers[0].resize((piece * bytes + 7) / 8);
    if (piece < rank_share.size()) buffers[1].resize(buffers[0].size());
    const auto fill = [&](std::uint64_t first, std::vector<std::uint64_t>& into) {
        read(first, std::min(piece, rank_share.end - first), into.data());
    };
    std::future<void> next;
    if (rank_share.size() != 0) fill(rank_share.first, buffers[0]);
    for (std::uint64_t first = rank_share.first; first < rank_share.end; first += piece) {
        if (first + piece < rank_share.end) {
            next = std::async(std::launch::async, fill, first + piece, std::ref(buffers[1]));
        }
        use(first, buffers[0].data(), std::min(piece, rank_share.end - first));
        if (next.valid()) next.get();
        std::swap(buffers[0], buffers[1]);
    }
}

void shared_elements::for_each_of_mine(std::uint64_t granularity, const use_of_piece& use) const {
    progress said;
    const share part = mine(granularity);
    for_each_piece(part, granularity, [&](std::uint64_t first, const void* data, std::uint64_t count) {
        said.say_share(first - part.first, part.size(), ladders::size_of(type()));
        use(first, data, count);
    });
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
