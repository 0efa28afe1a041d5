#include "unfinished.hpp"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <list>
#include <mutex>
#include <new>
#include <optional>
#include <random>
#include <utility>

#include <strider/check/runtime/thrust.hpp>
#include <strider/emulator/host_watch.hpp>
#include <strider/emulator/session.hpp>

#include "check/base/run_options.hpp"
#include "defects.hpp"
#include "devices.hpp"
#include "known_memory.hpp"
#include "operands.hpp"

namespace strider::emulation::runtime {

namespace {

std::atomic<unsigned> streams_made = 0;
bool several_streams() { return streams_made > 1; }

/// A launch on another thread.
class launch_beside final : public host_side {
public:
    explicit launch_beside(const stream_operation& as) : now_(as) { now_.host = this; }

    bool may_write(const void* byte) const override {
        const auto in = memory().find(byte);
        return in && (!of_device(in->kind) || several_streams());
    }
    void launch_waits() override {
        const std::lock_guard guard(mutex_);
        waits_ = true;
        changed_.notify_all();
    }
    bool waits() const override {
        const std::lock_guard guard(mutex_);
        return host_waits_;
    }

    void run(const std::function<cudaError_t()>& launch) {
        const operation_scope scope(now_);
        const cudaError_t error = launch();
        const std::lock_guard guard(mutex_);
        error_ = error;
        ended_ = true;
        changed_.notify_all();
    }

    /// Whether the launch has ended; else it waits for what the host writes.
    bool wait_for_either() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return ended_ || waits_; });
        return ended_;
    }
    bool ended() const {
        const std::lock_guard guard(mutex_);
        return ended_;
    }
    cudaError_t wait() {
        std::unique_lock lock(mutex_);
        host_waits_ = true;
        changed_.wait(lock, [this] { return ended_; });
        return set_last_error(error_);
    }

private:
    stream_operation now_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool ended_ = false, waits_ = false, host_waits_ = false;
    cudaError_t error_ = cudaSuccess;
};

/// Threads for launches beside the host, reused, and never joined: a program may end while a kernel waits. Their stacks
/// have room for the static shared memory of many kernels, see launch.cpp.
class helper {
public:
    static void start(std::function<void()> work) {
        helper* chosen = nullptr;
        {
            const std::lock_guard guard(idle().mutex);
            if (!idle().all.empty()) {
                chosen = idle().all.back();
                idle().all.pop_back();
            }
        }
        if (chosen == nullptr) chosen = new helper;
        const std::lock_guard guard(chosen->mutex_);
        chosen->work_ = std::move(work);
        chosen->changed_.notify_one();
    }

private:
    struct idle_helpers {
        std::mutex mutex;
        std::vector<helper*> all;
    };
    static idle_helpers& idle() {
        static auto* const all = new idle_helpers;
        return *all;
    }

    helper() {
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, std::size_t{64} << 20);
        pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
        pthread_t thread;
        const auto enter = [](void* self) -> void* { static_cast<helper*>(self)->run(); };
        if (pthread_create(&thread, &attributes, enter, this) != 0) throw std::bad_alloc();
        pthread_attr_destroy(&attributes);
    }
    [[noreturn]] void run() {
        for (;;) {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return work_ != nullptr; });
            std::exchange(work_, nullptr)();
            const std::lock_guard guard(idle().mutex);
            idle().all.push_back(this);
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::function<void()> work_;
};

/// What an operation is done after. A dependent launch is done after its primaries, though it need not be.
operation_set needs_of(const stream_operation& now) {
    operation_set all = now.before;
    for (const launch_number& one : now.primaries) all.add(one.line, one.number);
    return all;
}

struct unfinished {
    stream_operation now;
    std::function<cudaError_t()> work;      // that has yet to be done,
    std::shared_ptr<launch_beside> launch;  // or runs
    bool frees = false;                     // memory of the device

    bool belongs_to(const operation_set& some) const { return some.holds(now.line, now.number); }
};
struct unfinished_list {
    std::mutex mutex;
    std::list<unfinished> all;  // in the order of their numbers
    /// 0: operations are done in the order of the calls, at once. Else those of several streams are kept until the host
    /// waits, and done in an order that the seed chooses of those that CUDA allows.
    const std::uint64_t seed = program::asked().session.seed;
    std::minstd_rand random{static_cast<unsigned>(seed)};
    bool keeps_order = false;

    bool any_of(const operation_set& some) {
        return std::any_of(all.begin(), all.end(), [&](const unfinished& one) { return one.belongs_to(some); });
    }
};
unfinished_list& rest() {
    static auto* const all = [] {
        program::before_report(wait_for_all);
        before_host_polls([](const operation_set& some) { try_finish(some); });
        return new unfinished_list;
    }();
    return *all;
}

void host_knows(const stream_operation& one) {
    operation_set done = one.before;
    done.add(one.line, one.number);
    host_has_waited_for(done);
}

cudaError_t do_now(stream_operation& now, const std::function<cudaError_t()>& work) {
    const cudaError_t error = [&] {
        const operation_scope scope(now);
        return work();
    }();
    if (now.host_waits) host_knows(now);
    return error;
}

/// Takes one that can be done, until none of `some` is left: one that is kept and comes after no other one, else a
/// launch that has ended; with `waits` also one that runs.
std::optional<unfinished> take(const operation_set& some, bool waits) {
    const std::lock_guard guard(rest().mutex);
    if (!rest().any_of(some)) return std::nullopt;
    std::vector<std::list<unfinished>::iterator> kept, launches;
    for (auto one = rest().all.begin(); one != rest().all.end(); ++one) {
        if (one->launch && one->belongs_to(some) && (waits || one->launch->ended())) launches.push_back(one);
        if (!one->launch && (one->belongs_to(some) || rest().seed != 0) && !rest().any_of(needs_of(one->now)))
            kept.push_back(one);
    }
    auto& among = kept.empty() ? launches : kept;
    if (among.empty()) return std::nullopt;
    // A use of freed memory would hide that nothing orders the two.
    const auto frees = [](const auto& one) { return one->frees; };
    if (!std::all_of(among.begin(), among.end(), frees)) std::erase_if(among, frees);
    const auto chosen = rest().seed == 0   ? among.front()
                        : rest().seed == 1 ? among.back()
                                           : among[rest().random() % among.size()];
    unfinished taken = std::move(*chosen);
    rest().all.erase(chosen);
    return taken;
}

void finish(const operation_set& some, bool waits) {
    while (auto one = take(some, waits)) {
        if (one->launch)
            one->launch->wait();
        else {
            const part_scope part(operation_part::rest);
            do_now(one->now, one->work);
        }
    }
}

void keep(stream_operation now, cudaGraphNodeType type, std::function<cudaError_t()> work) {
    if (is_transfer(type) || type == cudaGraphNodeTypeGraph) {
        const part_scope part(operation_part::given);
        const operation_scope scope(now);
        work();
    }
    const std::lock_guard guard(rest().mutex);
    rest().all.push_back({std::move(now), std::move(work), nullptr, type == cudaGraphNodeTypeMemFree});
}

operation_set everything() {
    operation_set all;
    all.add_all(last_operation());
    return all;
}

}  // namespace

cudaError_t carry_out(stream_operation now, cudaGraphNodeType type, std::function<cudaError_t()> work, turn when) {
    const bool reordered =
        when == turn::any && rest().seed != 0 && !rest().keeps_order && several_streams() && !memory().host_may_poll();
    if (when != turn::at_once && (reordered || !try_finish(needs_of(now)))) {
        keep(std::move(now), type, std::move(work));
        return cudaSuccess;
    }
    finish(needs_of(now), true);
    return do_now(now, work);
}

void count_stream() { ++streams_made; }

bool keep_operations_in_order() {
    rest().keeps_order = true;
    expect_unmarked_writes();
    return true;
}

bool try_finish(const operation_set& some) {
    finish(some, false);
    const std::lock_guard guard(rest().mutex);
    return !rest().any_of(some);
}

void wait_for(const operation_set& some) {
    finish(some, true);
    host_has_waited_for(some);
}
void wait_for_all() { wait_for(everything()); }
void wait_for_device() { wait_for(device_count() == 1 ? everything() : operations_of(current_device())); }

[[gnu::noinline]] void call_host(const void* function, const std::function<void()>& call) {
    if (!program::is_checked()) {
        if (const stream_operation* const now = current_operation()) host_knows(*now);
        return call();
    }
    const host_function runs(function, host_knows);
    call();
}

bool can_answer_kernels() { return memory().any_of_host() || several_streams(); }

cudaError_t run_beside_host(std::function<cudaError_t()> launch) {
    stream_operation now = *current_operation();
    program::need_session();
    const auto beside = std::make_shared<launch_beside>(now);
    helper::start([beside, launch = std::move(launch), owner = youngest_session()] {
        const session_loan loan(owner);
        beside->run(launch);
    });
    if (beside->wait_for_either()) return beside->wait();
    forget_operation(now);  // what the host writes orders it
    const std::lock_guard guard(rest().mutex);
    const auto behind = std::find_if(rest().all.begin(), rest().all.end(),
                                     [&](const unfinished& one) { return one.now.number > now.number; });
    rest().all.insert(behind, {std::move(now), nullptr, beside});
    return cudaSuccess;
}

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
