// cuda::pipeline, and the functions of cuda_pipeline.h: batches of asynchronous copies, several in flight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/emulator/dialect/asynchronous.hpp>
#include <strider/emulator/dialect/cuda_barrier.hpp>

STRIDER_EMULATOR_INTRINSIC void __pipeline_memcpy_async(void* to, const void* from, std::size_t bytes,
                                                        std::size_t zeros = 0) {
    if (bytes != 4 && bytes != 8 && bytes != 16)
        strider::emulation::refuse(STRIDER_EMULATOR_CALLER,
                                   "__pipeline_memcpy_async() of other than 4, 8 or 16 bytes, as CUDA does not");
    strider::emulation::copy_async(STRIDER_EMULATOR_CALLER, to, from, bytes, zeros);
}
STRIDER_EMULATOR_INTRINSIC void __pipeline_commit() { strider::emulation::commit_copies(); }
STRIDER_EMULATOR_INTRINSIC void __pipeline_wait_prior(unsigned batches) {
    strider::emulation::wait_for_copies(STRIDER_EMULATOR_CALLER, batches);
}

namespace cuda {

enum class pipeline_role { producer, consumer };

/// State of a block's pipeline, in shared memory: two barriers a stage.
template <thread_scope Scope, std::uint8_t Stages>
struct pipeline_shared_state {
    static_assert(Scope == thread_scope_block, "the emulator has pipelines of a thread and of a block");
    barrier<thread_scope_block> full[Stages], empty[Stages];
};

template <thread_scope Scope>
class pipeline;

/// A pipeline of one thread, over its own copies.
template <>
class pipeline<thread_scope_thread> {
public:
    STRIDER_EMULATOR_ARITHMETIC void producer_acquire() {}
    STRIDER_EMULATOR_INTRINSIC void producer_commit() {
        strider::emulation::commit_copies();
        ++committed_;
    }
    STRIDER_EMULATOR_INTRINSIC void consumer_wait() {
        if (consumed_ < committed_) ++consumed_;
        strider::emulation::wait_for_copies(STRIDER_EMULATOR_CALLER, committed_ - consumed_);
    }
    STRIDER_EMULATOR_ARITHMETIC void consumer_release() {}
    STRIDER_EMULATOR_ARITHMETIC bool quit() { return true; }

    STRIDER_EMULATOR_ROUTINE void copy(strider::emulation::site caller, void* to, const void* from, std::size_t bytes) {
        strider::emulation::copy_async(caller, to, from, bytes);
    }

private:
    unsigned committed_ = 0, consumed_ = 0;
};

/// A pipeline of a block: producers fill the stages in turn, consumers empty them.
template <>
class pipeline<thread_scope_block> {
public:
    STRIDER_EMULATOR_INTRINSIC void producer_acquire() {
        strider::emulation::barrier_wait_for_turn(STRIDER_EMULATOR_CALLER, &empty_[filling_ % stages_],
                                                  filling_ / stages_);
    }
    STRIDER_EMULATOR_INTRINSIC void producer_commit() {
        strider::emulation::barrier_arrive(STRIDER_EMULATOR_CALLER, &full_[filling_++ % stages_], 1);
    }
    STRIDER_EMULATOR_INTRINSIC void consumer_wait() {
        strider::emulation::barrier_wait_for_turn(STRIDER_EMULATOR_CALLER, &full_[emptying_ % stages_],
                                                  emptying_ / stages_ + 1);
    }
    STRIDER_EMULATOR_INTRINSIC void consumer_release() {
        strider::emulation::barrier_arrive(STRIDER_EMULATOR_CALLER, &empty_[emptying_++ % stages_], 1);
    }
    STRIDER_EMULATOR_ARITHMETIC bool quit() { return true; }

    STRIDER_EMULATOR_ROUTINE void copy(strider::emulation::site caller, void* to, const void* from, std::size_t bytes) {
        strider::emulation::barrier_copy(caller, &full_[filling_ % stages_], to, from, bytes, false);
    }

    template <std::uint8_t Stages>
    STRIDER_EMULATOR_ROUTINE pipeline(strider::emulation::site caller, unsigned rank,
                                      pipeline_shared_state<thread_scope_block, Stages>* state, unsigned producers,
                                      unsigned consumers)
        : full_(state->full), empty_(state->empty), stages_(Stages) {
        if (rank == 0)
            for (unsigned i = 0; i < Stages; ++i) {
                full_[i].begin(caller, producers);
                empty_[i].begin(caller, consumers);
            }
        strider::emulation::block_barrier(caller);
    }

private:
    barrier<thread_scope_block>*full_, *empty_;
    unsigned stages_;
    std::uint64_t filling_ = 0, emptying_ = 0;
};

STRIDER_EMULATOR_ARITHMETIC pipeline<thread_scope_thread> make_pipeline() { return {}; }
/// Every thread of the group produces and consumes.
template <class Group, std::uint8_t Stages>
STRIDER_EMULATOR_INTRINSIC pipeline<thread_scope_block> make_pipeline(
    const Group& group, pipeline_shared_state<thread_scope_block, Stages>* state) {
    return {STRIDER_EMULATOR_CALLER, group.thread_rank(), state, group.size(), group.size()};
}
/// Each thread passes its role.
template <class Group, std::uint8_t Stages>
STRIDER_EMULATOR_INTRINSIC pipeline<thread_scope_block> make_pipeline(
    const Group& group, pipeline_shared_state<thread_scope_block, Stages>* state, pipeline_role role) {
    const auto producers = static_cast<unsigned>(strider::emulation::block_barrier_vote(
        STRIDER_EMULATOR_CALLER, strider::emulation::block_vote::count, role == pipeline_role::producer));
    return {STRIDER_EMULATOR_CALLER, group.thread_rank(), state, producers, group.size() - producers};
}
/// The first `producers` threads of the group produce.
template <class Group, std::uint8_t Stages>
STRIDER_EMULATOR_INTRINSIC pipeline<thread_scope_block> make_pipeline(
    const Group& group, pipeline_shared_state<thread_scope_block, Stages>* state, std::size_t producers) {
    return {STRIDER_EMULATOR_CALLER, group.thread_rank(), state, static_cast<unsigned>(producers),
            static_cast<unsigned>(group.size() - producers)};
}

template <std::uint8_t Batches, thread_scope Scope>
STRIDER_EMULATOR_INTRINSIC void pipeline_consumer_wait_prior(pipeline<Scope>&) {
    static_assert(Scope == thread_scope_thread, "pipeline_consumer_wait_prior is for the pipeline of one thread");
    strider::emulation::wait_for_copies(STRIDER_EMULATOR_CALLER, Batches);
}

/// Each calling thread copies all bytes.
template <class Size, thread_scope Scope>
STRIDER_EMULATOR_INTRINSIC void memcpy_async(void* to, const void* from, Size bytes, pipeline<Scope>& by) {
    by.copy(STRIDER_EMULATOR_CALLER, to, from, bytes);
}
/// All threads of the group call this; each thread copies a part.
template <class Group, class Size, thread_scope Scope>
STRIDER_EMULATOR_INTRINSIC void memcpy_async(const Group& group, void* to, const void* from, Size bytes,
                                             pipeline<Scope>& by) {
    const auto part = strider::emulation::share_of(group.thread_rank(), group.size(), bytes);
    if (part.bytes != 0)
        by.copy(STRIDER_EMULATOR_CALLER, static_cast<char*>(to) + part.begin,
                static_cast<const char*>(from) + part.begin, part.bytes);
}

}  // namespace cuda
// SPDX-License-Identifier: Apache-2.0
