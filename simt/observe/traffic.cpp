#include "traffic.hpp"

#include <algorithm>
#include <array>

namespace strider::executor {

namespace {

constexpr unsigned banks = 32;
constexpr unsigned sector_bytes = 32;

unsigned lanes_of_pass(unsigned bytes) { return bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8; }

// The most different words that fall into one bank, of the lanes of one pass.
unsigned longest_bank(std::span<const lane_address> lanes, unsigned bytes) {
    // Each bank's words so far; a pass has 32 words at most.
    std::array<std::array<std::uint64_t, banks>, banks> words;
    std::array<unsigned, banks> count{};
    unsigned longest = 0;
    for (const auto& [address, lane] : lanes)
        for (std::uint64_t word = address / 4; word <= (address + bytes - 1) / 4; ++word) {
            auto& held = words[word % banks];
            unsigned& n = count[word % banks];
            if (std::find(held.begin(), held.begin() + n, word) != held.begin() + n) continue;
            held[n++] = word;
            longest = std::max(longest, n);
        }
    return longest;
}

// Consecutive lanes with consecutive words: no two in one bank.
bool consecutive(std::span<const lane_address> lanes, unsigned bytes) {
    for (std::size_t i = 1; i < lanes.size(); ++i)
        if (lanes[i].address != lanes[0].address + i * bytes) return false;
    return lanes[0].address % bytes == 0;
}

// However wide: what one lane reads goes to all of them in one pass.
bool one_address(std::span<const lane_address> lanes) {
    return std::ranges::all_of(lanes, [&](const lane_address& one) { return one.address == lanes[0].address; });
}

template <class Cost>
unsigned over_passes(std::span<const lane_address> lanes, unsigned bytes, Cost cost) {
    const unsigned width = lanes_of_pass(bytes);
    unsigned total = 0;
    for (std::size_t first = 0; first < lanes.size();) {
        std::size_t end = first + 1;
        while (end < lanes.size() && lanes[end].lane / width == lanes[first].lane / width) ++end;
        total += cost(lanes.subspan(first, end - first));
        first = end;
    }
    return total;
}

}  // namespace

unsigned shared_wavefronts(std::span<const lane_address> lanes, unsigned bytes) {
    if ((bytes <= 4 && consecutive(lanes, bytes)) || one_address(lanes)) return 1;
    return over_passes(lanes, bytes, [bytes](std::span<const lane_address> pass) { return longest_bank(pass, bytes); });
}

unsigned least_shared_wavefronts(std::span<const lane_address> lanes, unsigned bytes) {
    if (one_address(lanes)) return 1;
    return over_passes(lanes, bytes, [](std::span<const lane_address>) { return 1u; });
}

unsigned global_sectors(std::span<const lane_address> lanes, unsigned bytes) {
    std::array<std::uint64_t, 2 * 32> sectors;
    unsigned count = 0;
    bool sorted = true;
    for (const auto& [address, lane] : lanes)
        for (std::uint64_t sector = address / sector_bytes; sector <= (address + bytes - 1) / sector_bytes; ++sector) {
            if (count != 0 && sectors[count - 1] == sector) continue;
            sorted = sorted && (count == 0 || sectors[count - 1] < sector);
            sectors[count++] = sector;
        }
    if (sorted) return count;
    std::sort(sectors.begin(), sectors.begin() + count);
    return static_cast<unsigned>(std::unique(sectors.begin(), sectors.begin() + count) - sectors.begin());
}

unsigned copied_sectors(std::span<const lane_address> lanes, unsigned bytes) {
    return over_passes(lanes, bytes,
                       [bytes](std::span<const lane_address> pass) { return global_sectors(pass, bytes); });
}

unsigned most_on_one_address(std::span<const lane_address> lanes) {
    std::array<std::uint64_t, 32> addresses;
    for (std::size_t i = 0; i < lanes.size(); ++i) addresses[i] = lanes[i].address;
    const auto end = addresses.begin() + lanes.size();
    std::sort(addresses.begin(), end);
    unsigned most = 0;
    for (auto at = addresses.begin(); at != end;) {
        const auto next = std::upper_bound(at, end, *at);
        most = std::max(most, static_cast<unsigned>(next - at));
        at = next;
    }
    return most;
}

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
