#include "traffic.hpp"

#include <algorithm>
#include <array>

namespace strider::emulation {

namespace {

constexpr unsigned banks = 32;
constexpr unsigned sector_bytes = 32;

// Whether the addresses of all lanes equal those of their partners, whose numbers differ in this bit.
bool are_partners_equal(std::span<const lane_address> lanes, unsigned bit) {
    for (std::size_t i = 0; i < lanes.size(); ++i)
        for (std::size_t k = i + 1; k < lanes.size() && lanes[k].lane <= (lanes[i].lane | bit); ++k)
            if (lanes[k].lane == (lanes[i].lane ^ bit) && lanes[k].address != lanes[i].address) return false;
    return true;
}

unsigned lanes_of_pass(unsigned bytes) { return bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8; }

unsigned lanes_of_pass(std::span<const lane_address> lanes, unsigned bytes, shared_access how) {
    const bool joined =
        how == shared_access::load && bytes > 4 && (are_partners_equal(lanes, 1) || are_partners_equal(lanes, 2));
    return joined ? 2 * lanes_of_pass(bytes) : lanes_of_pass(bytes);
}

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

template <class Cost>
unsigned over_passes(std::span<const lane_address> lanes, unsigned width, Cost cost) {
    if (width == 32) return cost(lanes);  // the whole warp
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

unsigned shared_wavefronts(std::span<const lane_address> lanes, unsigned bytes, shared_access how) {
    if (bytes <= 4 && consecutive(lanes, bytes)) return 1;
    return over_passes(lanes, lanes_of_pass(lanes, bytes, how),
                       [bytes](std::span<const lane_address> pass) { return longest_bank(pass, bytes); });
}

unsigned least_shared_wavefronts(std::span<const lane_address> lanes, unsigned bytes, shared_access how) {
    return over_passes(lanes, lanes_of_pass(lanes, bytes, how), [](std::span<const lane_address>) { return 1u; });
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
    return over_passes(lanes, lanes_of_pass(bytes),
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

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
