#include "race_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace strider::emulation {

namespace {

constexpr const char *in_warp = "__syncwarp()", *put_in_warp = "put __syncwarp() between ";
constexpr const char* read_and_write = "read into a variable, call ";

bool of_cub(const code_place& place) { return place.chain.find("/shims/cub/") != std::string::npos; }

// As bins[i]++ does: the load and the store are on one line. Of two updates of an element on neighbouring lines the
// compiler may leave the first one's load and the second one's store; blocks have no barrier that could stand between.
bool is_update(const code_place& access, const code_place& half, reach apart) {
    if (access.line.line == 0 || access.line.file != half.line.file) return false;
    return std::abs(access.line.line - half.line.line) <= (apart == reach::grid ? 1 : 0);
}

remedy of_storage(const raw_finding& raw, const std::string& first, const std::string& second) {
    const std::string barrier = raw.barrier == nullptr ? "__syncthreads()" : raw.barrier;
    if (first == second) return {"call " + barrier + " after ", {first}, " and ", ", before the storage is used again"};
    return {
        "put " + barrier + " between ", {first + " and " + second}, ", and between ", ": both use the same storage"};
}

remedy of_updates(const raw_finding& raw, const std::string& first, const std::string& second) {
    remedy result{"make the read and the write one atomic operation, at ",
                  {first},
                  " and ",
                  ": atomicAdd(), atomicMax(), atomicCAS(), ..."};
    if (first != second) result.places.push_back(second);
    if (raw.reach == reach::grid)
        result.tail += "; or protect both by a lock, and call __threadfence() after taking it and before releasing it";
    return result;
}

// One access is atomic. Empty where a barrier will do.
std::string of_mixed(const raw_finding& raw, bool both_orders) {
    const bool grid = raw.reach == reach::grid;
    if (!raw.race.reads)
        return grid ? "write the element in a launch before, or by cudaMemset(); or make both accesses atomic, if "
                      "either may come first"
                    : "";
    if (!grid && !raw.race.compares && !both_orders) return "";
    return std::string(
               "make both accesses atomic: read by cuda::atomic_ref<T, cuda::thread_scope_device>(element)"
               ".load(cuda::memory_order_relaxed)") +
           (grid ? ", with __threadfence() where data is handed over; or use two launches" : "");
}

}  // namespace

remedy remedy_of(const raw_finding& raw, const seen_pair& pair) {
    if (raw.fix_of_next != nullptr && (pair.seen.traits & sighting::farther) == 0) return {raw.fix_of_next};
    const bool is_race = raw.kind == finding_kind::race_shared || raw.kind == finding_kind::race_global;
    if (!is_race || raw.other == nullptr || raw.race.certain) return {raw.fix};
    source_line first = pair.where.line, second = pair.other.line;
    if (first.file == second.file && first.line > second.line) std::swap(first, second);
    const std::string from = text(first), to = text(second);
    const bool of_one_thread = (pair.seen.traits & sighting::other_threads) == 0;
    if (of_cub(pair.where) && of_cub(pair.other)) return of_storage(raw, from, to);
    if (raw.reach == reach::grid && raw.race.has_room && of_one_thread &&
        (pair.seen.traits & sighting::later_threads) != 0)
        return {
            "give each thread of the grid an element of its own: the index leaves out the block, as in "
            "blockIdx.x * blockDim.x + threadIdx.x"};
    if (is_update(pair.where, pair.half_of_pc, raw.reach) && is_update(pair.other, pair.half_of_other, raw.reach))
        return of_updates(raw, from, to);
    if (raw.race.one_store) return {"let only one thread write the element, or give each thread an element of its own"};
    if (raw.race.mixed)
        if (std::string atomic = of_mixed(raw, pair.both_orders); !atomic.empty()) return {std::move(atomic)};
    if (raw.barrier == nullptr) return {raw.fix};
    const std::string barrier = raw.barrier;
    if (first == second && first.line != 0)
        return {read_and_write + barrier + ", write, and call it again before the next step" + raw.fix};
    return {"put " + barrier + " between ",
            {from + " and " + to},
            ", and between ",
            (barrier == in_warp ? ", and between the read and the write of each line that has both" : "") + raw.fix,
            {first, second}};
}

namespace {

template <class T>
void add_new(std::vector<T>& to, const std::vector<T>& more) {
    for (const T& one : more)
        if (std::ranges::find(to, one) == to.end()) to.push_back(one);
}

std::string places_of(const remedy& what) {
    constexpr std::size_t few = 2;
    if (what.lines.empty() || what.places.size() <= few) return fmt::format("{}", fmt::join(what.places, what.between));
    std::vector<source_line> lines = what.lines;
    std::ranges::sort(lines, {}, [](const source_line& one) { return std::tie(one.file, one.line); });
    std::string result = "any two of ";
    for (const source_line& one : lines) result += (&one == &lines.front() ? "" : ", ") + text(one);
    return result;
}

}  // namespace

std::string text(const std::vector<remedy>& all) {
    std::vector<remedy> merged;
    for (const remedy& advice : all) {
        const auto same = std::ranges::find_if(
            merged, [&](const remedy& known) { return known.head == advice.head && known.tail == advice.tail; });
        if (same == merged.end()) {
            merged.push_back(advice);
            continue;
        }
        add_new(same->places, advice.places);
        add_new(same->lines, advice.lines);
    }
    // Those words are about lines that have both as well.
    if (std::ranges::find(merged, put_in_warp, &remedy::head) != merged.end())
        std::erase_if(merged, [](const remedy& one) {
            return one.head.starts_with(read_and_write) && one.head.find(in_warp) != std::string::npos;
        });
    std::string result;
    for (const remedy& one : merged) result += (result.empty() ? "" : "; and ") + one.head + places_of(one) + one.tail;
    return result;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
