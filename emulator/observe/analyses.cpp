#include "analyses.hpp"

#include <strider/emulator/alignment.hpp>

#include "block.hpp"
#include "run/device_range.hpp"
#include "run/scheduler.hpp"
#include "session_state.hpp"

namespace strider::emulation {

namespace {

/// Nobody else's memory is so near to a block's shared memory.
constexpr std::uintptr_t far = 1 << 16;

// What looks at the blocks of a worker. Every analysis hears every hook, by direct calls: their classes are final, and
// what they do not override costs nothing.
class all_observers final : public observed_block {
public:
    void begin_launch(worker& w) override {
        launch = static_cast<observed_launch*>(w.launch->observed_by.get());
        shared = lay_out_shared(w);
        each([&](auto& one) { one.begin_launch(w); });
        requests_heard = std::apply([&](const auto&... one) { return (one.hears_requests(w) || ...); }, all_);
    }
    void end_launch(worker& w) override {
        each([&](auto& one) { one.end_launch(w); });
    }
    bool follows_steps() const override {
        return std::apply([](const auto&... one) { return (one.follows_steps() || ...); }, all_);
    }

    void begin_block(worker& w) override {
        each([&](auto& one) { one.begin_block(w); });
    }
    void end_block(worker& w) override {
        each([&](auto& one) { one.end_block(w); });
    }

    void settle(worker& w) override { settle_all(w); }
    void step(worker& w, const void* pc) override {
        each([&](auto& one) { one.step(w, pc); });
    }
    void enter(worker& w, const void* caller) override {
        each([&](auto& one) { one.enter(w, caller); });
    }
    void leave(worker& w, const void* pc) override {
        each([&](auto& one) { one.leave(w, pc); });
    }
    void access(worker& w, const memory_access& what) override {
        if (w.block.unchecked) [[unlikely]]
            return pass(w, what);
        look_at(w, what);
    }
    void atomic(worker& w, const memory_access& what, emulation::order strength, scope reach) override {
        if (w.block.unchecked) [[unlikely]] {
            pass(w, what);
            return std::get<ordering>(all_).atomic(w, what, strength, reach);
        }
        look_at(w, what);
        each([&](auto& one) { one.atomic(w, what, strength, reach); });
    }
    void fence(worker& w, scope reach, emulation::order strength) override {
        settle_all(w);
        each([&](auto& one) { one.fence(w, reach, strength); });
    }
    void primaries_ended(worker& w) override { std::get<ordering>(all_).primaries_ended(w); }
    void proxy_fence(worker& w) override {
        each([&](auto& one) { one.proxy_fence(w); });
    }
    void bad_index(worker& w, const void* data, std::uintptr_t index, const void* pc) override {
        if (may_be_flexible(data, index)) return;
        each([&](auto& one) { one.bad_index(w, data, index, pc); });
        if (index + far >= 2 * far) w.launch->strays_far = true;
        retire(w);
    }
    // Where a lane keeps its own variables is the host's matter.
    [[gnu::noinline]] void misaligned(worker& w, const memory_access& what) override {
        const memory_space space = locate(w, what.address, 1).space;
        if (space != memory_space::shared && space != memory_space::global) return;
        const bool may_be_right = may_be_structure(what);
        if (may_be_right && alignment_is_unknown != nullptr) alignment_is_unknown();
        settle_all(w);
        each([&](auto& one) { one.misaligned(w, what); });
        if (!may_be_right) retire(w);
    }
    // Variables that lanes share are told apart by their addresses.
    void overrun(worker& w, const memory_access& what, const char* type) override {
        if (locate(w, what.address, 1).space != memory_space::local) return;
        settle_all(w);
        each([&](auto& one) { one.overrun(w, what, type); });
        retire(w);
    }
    void use_swapped(worker& w) override {
        each([&](auto& one) { one.use_swapped(w); });
    }
    void operation(worker& w) override {
        each([&](auto& one) { one.operation(w); });
    }

    void arrival(worker& w, const void* pc, bool of_block) override {
        settle_all(w);
        each([&](auto& one) { one.arrival(w, pc, of_block); });
    }
    void partial_meeting(worker& w) override {
        each([&](auto& one) { one.partial_meeting(w); });
    }
    void named_barrier_arrival(worker& w, const named_barrier_state& barrier) override {
        settle_all(w);
        each([&](auto& one) { one.named_barrier_arrival(w, barrier); });
    }
    void block_barrier(worker& w) override {
        each([&](auto& one) { one.block_barrier(w); });
    }
    void named_barrier(worker& w, const named_barrier_state& barrier) override {
        each([&](auto& one) { one.named_barrier(w, barrier); });
    }
    void collective(worker& w, unsigned warp, const open_collective& at) override {
        each([&](auto& one) { one.collective(w, warp, at); });
    }
    void left_grid_barrier(worker& w) override {
        each([&](auto& one) { one.left_grid_barrier(w); });
    }
    void missing_source(worker& w, const undefined_value& what) override {
        each([&](auto& one) { one.missing_source(w, what); });
    }

    void quiet_warp(worker& w, unsigned warp) override {
        each([&](auto& one) { one.quiet_warp(w, warp); });
    }
    void between_steps(worker& w, unsigned warp) override {
        each([&](auto& one) { one.between_steps(w, warp); });
    }

    void cluster_arrival(worker& w, bool releases) override {
        each([&](auto& one) { one.cluster_arrival(w, releases); });
    }
    void cluster_barrier(worker& w) override {
        each([&](auto& one) { one.cluster_barrier(w); });
    }
    void cluster_wait(worker& w) override {
        each([&](auto& one) { one.cluster_wait(w); });
    }

    void begin_copy(worker& w, const pending_copy& copy) override {
        if (w.block.unchecked) return pass(w, copy);
        each([&](auto& one) { one.begin_copy(w, copy); });
        const memory_access store = store_of(copy, copy.to);
        const located to = locate(w, store.address, store.bytes);
        if (to.space == memory_space::nowhere || !to.writable)
            end_stray(w, {store.address, store.bytes, access_store, store.pc});
        each([&](auto& one) { one.begin_copy_to(w, to, copy); });
    }
    void misaligned_copy(worker& w, const pending_copy& copy) override {
        each([&](auto& one) { one.misaligned_copy(w, copy); });
    }
    void end_copy(worker& w, const pending_copy& copy, const void* to) override {
        if (w.block.unchecked) return;
        const memory_access store = store_of(copy, to);
        touched_memory what{store, locate(w, store.address, store.bytes)};
        what.copy = &copy;
        end_copy_of(w, copy);
        if (what.at.space == memory_space::shared || what.at.space == memory_space::global)
            each([&](auto& one) { one.copied(w, what); });
    }
    void unread_copies(worker& w) override {
        if (w.block.unchecked) return;
        each([&](auto& one) { one.unread_copies(w); });
    }
    void end_phase(worker& w, const ended_phase& at) override {
        each([&](auto& one) { one.end_phase(w, at); });
    }

    void begin_product(worker& w, const warpgroup_product& what, std::uint64_t n, const void* pc) override {
        if (w.block.unchecked) return;
        each([&](auto& one) { one.begin_product(w, what, n, pc); });
    }
    void fence_registers(worker& w) override {
        if (w.block.unchecked) return;
        each([&](auto& one) { one.fence_registers(w); });
    }
    void commit_products(worker& w, unsigned warpgroup, std::uint64_t group) override {
        each([&](auto& one) { one.commit_products(w, warpgroup, group); });
    }
    void end_products(worker& w, unsigned warpgroup, std::uint64_t groups, std::uint64_t products) override {
        each([&](auto& one) { one.end_products(w, warpgroup, groups, products); });
    }

    void request(worker& w, const warp_access& what) override {
        each([&](auto& one) { one.request(w, what); });
    }

private:
    template <class Hear>
    [[gnu::always_inline]] void each(Hear hear) {
        std::apply([&](auto&... one) { (hear(one), ...); }, all_);
    }
    void settle_all(worker& w) {
        each([&](auto& one) { one.settle(w); });
    }

    void look_at(worker& w, const memory_access& what) {
        settle_all(w);
        if (what.how == access_load && !w.asynchronous.pending && reads_again(w, what.address, what.bytes))
            return each([&](auto& one) { one.on_repeated_access(w, what); });
        touched_memory touched{what, locate(w, what.address, what.bytes)};
        if ((what.address & (what.bytes - 1)) != 0 && !what.has(access_unaligned)) [[unlikely]]
            misaligned(w, what);
        switch (touched.at.space) {
            case memory_space::nowhere:
                end_stray(w, what);
            case memory_space::local:
                return each([&](auto& one) { one.on_local_access(w, what); });
            case memory_space::parameter:
            case memory_space::constant:
                if (what.has(access_store)) end_stray(w, what);
                return;
            case memory_space::shared:
            case memory_space::global:
                break;
        }
        if (!touched.at.writable && what.has(access_store)) end_stray(w, what);
        each([&](auto& one) { one.on_access(w, touched); });
    }

    // Of a block that is not checked the order of lanes is followed still, since others hand data over through it; and
    // what is counted.
    [[gnu::noinline]] void pass(worker& w, const memory_access& what) {
        std::get<ordering>(all_).settle(w);
        if (what.has(access_volatile)) note_volatile(w, what);
        if (w.launch->how.speed != speed::count) return;
        touched_memory touched{what, locate(w, what.address, what.bytes)};
        counting& counted = std::get<counting>(all_);
        if (touched.at.space == memory_space::nowhere) end_stray(w, what);
        if (touched.at.space == memory_space::local) counted.on_local_access(w, what);
        if (touched.at.space == memory_space::shared || touched.at.space == memory_space::global)
            counted.on_access(w, touched);
    }
    void pass(worker& w, const pending_copy& copy) {
        const memory_access store = store_of(copy, copy.to);
        const located to = locate(w, store.address, store.bytes);
        if (to.space != memory_space::nowhere) std::get<counting>(all_).begin_copy_to(w, to, copy);
    }

    [[noreturn, gnu::noinline]] void end_stray(worker& w, const memory_access& what) {
        each([&](auto& one) { one.on_out_of_bounds(w, what); });
        const std::uintptr_t behind_shared = what.address - reinterpret_cast<std::uintptr_t>(w.shared.begin);
        const bool is_near = is_device_address(what.address) || behind_shared + far < w.shared.bytes + 2 * far;
        if (what.has(access_store) && !is_near) w.launch->strays_far = true;
        retire(w);
    }

    all_analyses all_;
};

}  // namespace

std::uint32_t next_serial(std::uint64_t blocks) {
    static std::atomic<std::uint32_t> next{1};
    return next.fetch_add(static_cast<std::uint32_t>(blocks));
}

observed_launch::observed_launch(session::state& owner, launch_state& launch) : launch_(launch) {
    if (launch.how.speed == speed::run) return;
    memory = snapshot_memory();
    std::erase_if(memory, [&](const auto& entry) { return !reaches(launch.operation, *entry); });
    shadow = &owner.shadow;
    first_serial = next_serial(launch.blocks);
    shared_among_workers =
        launch.how.workers != 1 || (launch.operation != nullptr && launch.operation->host != nullptr);
    if (launch.operation != nullptr) {
        unordered = owner.streams.unordered_with(*launch.operation);
        if (unordered.any_primary()) primaries.emplace(releases);
        owner.streams.add(*launch.operation, launch.call.kernel, first_serial, launch.blocks);
    }
    if (launch.how.detailed) touched = std::make_unique<footprint>();
}

observer* observed_launch::join(worker& w) {
    if (launch_.how.speed == speed::run) return nullptr;
    if (!w.kept) w.kept = std::make_unique<all_observers>();
    return w.kept.get();
}

// As blocks of another launch: those come after everything before.
void observed_launch::grid_barrier() {
    first_serial = next_serial(launch_.blocks);
    known_to_host = false;
    if (primaries) primaries->known_to_grid = primaries->known_to_grid || primaries->waited;
    if (launch_.operation != nullptr && !launch_.progress.waits_for_host)
        session_of(launch_).streams.add(*launch_.operation, launch_.call.kernel, first_serial, launch_.blocks);
}

void observed_launch::end() {
    session::state& session = session_of(launch_);
    session.lanes_lost |= launch_.lane_lost;
    doubtful.report();
    if (primaries && primaries->waited) session.streams.note_wait(*launch_.operation);
    if (tells_host && launch_.operation != nullptr) session.streams.forget(*launch_.operation);
    counted.launches = 1;
    counted.blocks = launch_.blocks;
    counted.threads = launch_.blocks * launch_.threads;
    const std::lock_guard guard(session.mutex);
    session.per_kernel[launch_.call.kernel] += counted;
    if (launch_.how.detailed)
        session.launches.push_back({launch_.call.kernel, launch_.grid, launch_.block, launch_.shared_bytes, counted});
}

std::unique_ptr<launch_observer> session::state::observe(launch_state& launch) {
    return std::make_unique<observed_launch>(*this, launch);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
