// Verdicts about pairs of unordered accesses, one of them a write.
#include <atomic>
#include <thread>
#include <vector>

#include "block.hpp"
#include "races.hpp"

namespace strider::emulation {

namespace {

using mark = access_record::mark;

enum class access_class {
    load,          ///< plain, without marks
    store,         ///< plain, without marks
    marked_load,   ///< volatile
    marked_store,  ///< volatile, or by the asynchronous proxy
    compare_and_swap,
    atomic,
};
constexpr std::size_t access_classes = static_cast<std::size_t>(access_class::atomic) + 1;

access_class class_of(const access_record& access) {
    if (access.has(mark::by_comparison)) return access_class::compare_and_swap;
    if (access.atomic()) return access_class::atomic;
    if (access.has_marks()) return access.writes() ? access_class::marked_store : access_class::marked_load;
    return access.writes() ? access_class::store : access_class::load;
}

enum class verdict {
    race,
    /// Lanes store the same value: a note, because the result is the same in any order.
    equal_stores,
    /// The store leaves the bytes unchanged, as in a[i] = a[i % 8] where i is below 8: a note, because the reader gets
    /// the same value in any order. Another launch may have other data.
    kept_value,
    /// The load guesses what the compare-and-swap then finds, as in the programming guide's atomicAdd() of doubles: an
    /// outdated guess costs a turn of the loop.
    guess,
};

// Rows: the earlier access, columns: the later one, both in the order of access_class.
constexpr auto verdicts = [] {
    constexpr verdict race = verdict::race, same = verdict::equal_stores, kept = verdict::kept_value,
                      guess = verdict::guess;
    return std::array<std::array<verdict, access_classes>, access_classes>{{
        // load, store, marked load, marked store, compare-and-swap, atomic
        {race, kept, race, race, guess, race},  // load
        {kept, same, race, same, race, race},   // store
        {race, race, race, race, race, race},   // marked load
        {race, same, race, same, race, race},   // marked store
        {guess, race, race, race, race, race},  // compare-and-swap
        {race, race, race, race, race, race},   // atomic
    }};
}();

verdict verdict_on(const access_record& before, const access_record& now) {
    return verdicts[static_cast<std::size_t>(class_of(before))][static_cast<std::size_t>(class_of(now))];
}

// Volatile accesses of one warp race: old code relied on lanes that run in step. Others may be a flag and a lane that
// waits for it.
bool may_be_flag(const access_record& a, const access_record& b) {
    return a.has(mark::is_volatile) && b.has(mark::is_volatile) && !same_warp(a, b);
}

// The bytes of a bulk copy are known only later, so only two executions of the same copy are compared.
bool can_compare_stores(const access_record& before, const access_record& now) {
    return before.pc == now.pc || (!before.has(mark::by_async_proxy) && !now.has(mark::by_async_proxy));
}

// The shadow records a store of another worker before the store is done. It is done by the worker's next access,
// barrier or end of a quantum, so this wait ends.
void await_stores(const std::atomic<unsigned>& storing) {
    while (storing.load(std::memory_order_acquire) != 0) std::this_thread::yield();
}

}  // namespace

// `kept` belongs to the cell if `before` is its last plain store, else it is null.
void races::judge_pair(worker& w, const touched_memory& what, const access_record& before, const access_record& now,
                       const std::uint32_t* kept) {
    const observed_launch& launch = *observed(w).launch;
    if (before.writes() && before.block != now.block && !what.shared() && storing_ == nullptr)
        await_stores(launch.shadow->stripe(what.address).storing);
    const bool keeps = kept != nullptr && std::atomic_ref(*kept).load(std::memory_order_relaxed) == before.block;
    if (before.writes() && !keeps) last_.may_keep = false;
    const racing_pair race{
        .at = what.at, .bytes = what.bytes, .before = before, .now = now, .pc = what.pc, .copy = what.copy};
    if (may_be_flag(before, now)) {
        const access_record& write = before.writes() ? before : now;
        if (!write.has(mark::after_fence)) note_volatile_pair(w, race);
        return;
    }
    const bool comparable = what.bytes <= sizeof(begun_store::earlier);
    const bool of_launch = before.block - launch.first_serial < w.launch->blocks;
    switch (w.launch->how.strict ? verdict::race : verdict_on(before, now)) {
        case verdict::guess:
            return report_unless_guess(w, race);
        case verdict::equal_stores:
            if (comparable && can_compare_stores(before, now)) return begin_race(w, race);
            break;
        case verdict::kept_value:
            if (now.writes() && comparable && what.copy == nullptr && of_launch) return begin_race(w, race);
            if (keeps && of_launch) return report_unless_kept(w, race);
            break;
        case verdict::race:
            break;
    }
    report_race(w, race);
}

[[gnu::noinline]] void races::begin_race(worker& w, const racing_pair& race) {
    auto& [store, pair] = begun_.emplace(w.current->index, std::pair(begun_store{}, race))->second;
    store.begin(race.at.address, race.bytes);
    pair.copy = nullptr;  // which may be gone by then
}

void races::settle_races(worker& w) {
    const auto [first, last] = begun_.equal_range(w.current->index);
    for (const auto& [lane, begun] : std::vector(first, last)) {
        const auto& [store, race] = begun;
        if (!store.keeps())
            report_race(w, race);
        else if (race.before.writes())
            note_equal_stores(w, race);
        else
            report_unless_kept(w, race);
    }
    begun_.erase(w.current->index);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
