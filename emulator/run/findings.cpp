#include "findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <mutex>

#include "code/places.hpp"

namespace strider::emulation {

namespace {

constexpr char mark = '\x01';

launch_owner::place_key key(const launch_state& launch, finding_kind kind, const void* pc, const void* other,
                            reach apart) {
    return {launch.call.kernel, kind, pc, other, apart};
}

std::string coordinates(dim3 extent, std::uint64_t index) {
    const std::uint64_t x = index % extent.x, row = index / extent.x;
    if (extent.y == 1 && extent.z == 1) return std::to_string(x);
    if (extent.z == 1) return fmt::format("({}, {})", x, row);
    return fmt::format("({}, {}, {})", x, row % extent.y, row / extent.y);
}

const void* address_of(const std::string& digits) {
    std::uintptr_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return reinterpret_cast<const void*>(value);
}

// Names of allocations by the place of the call.
struct allocation_table {
    std::mutex mutex;
    std::map<std::pair<std::string, int>, std::string> names;
};
allocation_table& allocations() {  // of which static objects of the program tell
    static auto* const all = new allocation_table;
    return *all;
}

std::string name_at(const source_line& at) {
    const std::lock_guard guard(allocations().mutex);
    std::error_code ignored;
    const auto file = std::filesystem::absolute(at.file, ignored).lexically_normal().string();
    const auto known = allocations().names.find({file, at.line});
    return known == allocations().names.end() ? "" : known->second + ", ";
}

// Calls `found(address, name)` for every mark and gives the text with what it returned in the marks' places; `name`
// says that it asks for the name of an allocation.
template <class Found>
std::string replace_marks(const std::string& message, Found found) {
    std::string result;
    for (std::size_t at = 0; at < message.size();) {
        const std::size_t begin = message.find(mark, at);
        result += message.substr(at, begin - at);
        if (begin == std::string::npos) break;
        const std::size_t end = message.find(mark, begin + 1);
        const bool name = message[begin + 1] == 'n';
        result += found(address_of(message.substr(begin + 1 + name, end - begin - 1 - name)), name);
        at = end + 1;
    }
    return result;
}

}  // namespace

std::string place(const void* pc) { return fmt::format("{0}{1:x}{0}", mark, reinterpret_cast<std::uintptr_t>(pc)); }

std::string allocation_name(const void* pc) {
    return pc == nullptr ? "" : fmt::format("{0}n{1:x}{0}", mark, reinterpret_cast<std::uintptr_t>(pc));
}

void name_allocations(const source_line& at, const std::string& name) {
    const std::lock_guard guard(allocations().mutex);
    allocations().names[{at.file, at.line}] = name;
}

bool first_time(launch_state& launch, finding_kind kind, const void* pc, const void* other, reach apart,
                unsigned traits) {
    if (launch.owner == nullptr) return false;
    const std::lock_guard guard(launch.owner->mutex);
    sighting& seen = launch.owner->seen[key(launch, kind, pc, other, apart)];
    seen.traits |= traits;
    if (seen.times == 0) seen.number = launch.owner->seen.size();
    return seen.times++ == 0;
}

void add(launch_state& launch, raw_finding what) {
    {
        launch_owner& owner = *launch.owner;
        const std::lock_guard guard(owner.mutex);
        const auto where = key(launch, what.kind, what.pc, what.other, what.reach);
        // As they were met: another worker may have been quicker with the words of a later one.
        const auto number = [&](const auto& one) { return owner.seen.at(one.first).number; };
        const auto later = std::ranges::upper_bound(owner.found, owner.seen.at(where).number, {}, number);
        owner.found.emplace(later, where, std::move(what));
    }
    if (launch.owner->how.when_found) launch.owner->how.when_found();
}

std::string bytes_text(std::size_t count) { return fmt::format("{} byte{}", count, count == 1 ? "" : "s"); }

std::string who(const launch_state& launch, std::uint64_t block, unsigned lane) {
    return fmt::format("thread {} of block {}", coordinates(launch.block, lane), coordinates(launch.grid, block));
}

std::string who(const worker& w, unsigned lane) { return who(*w.launch, w.block.number, lane); }

std::string block_text(const worker& w) { return block_text(w.launch->grid, w.block.number); }
std::string block_text(dim3 grid, std::uint64_t number) { return coordinates(grid, number); }

std::string threads(const std::vector<unsigned>& indices) {
    std::vector<std::string> runs;
    for (std::size_t i = 0; i < indices.size();) {
        std::size_t end = i + 1;
        while (end < indices.size() && indices[end] == indices[end - 1] + 1) ++end;
        runs.push_back(end - i == 1 ? fmt::format("{}", indices[i])
                                    : fmt::format("{}-{}", indices[i], indices[end - 1]));
        i = end;
    }
    return fmt::format("{} {}", indices.size() == 1 ? "thread" : "threads", fmt::join(runs, ", "));
}

std::string with_places(const std::string& message) {
    std::vector<const void*> addresses;
    replace_marks(message, [&](const void* pc, bool) {
        addresses.push_back(pc);
        return "";
    });
    const std::vector<code_place> places = look_up(addresses);
    std::size_t next = 0;
    return replace_marks(message, [&](const void*, bool name) {
        const source_line& at = places[next++].line;
        return name ? name_at(at) : text(at);
    });
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
