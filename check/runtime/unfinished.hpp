// Operations that are not done when the call that gives them returns: a launch that waits for what the host writes runs
// on beside the host, and what must come behind it waits for its turn.
#pragma once

#include "graphs.hpp"

namespace strider::emulation::runtime {

/// When an operation is done that the host need not wait for: in the order of the calls, as far as it waits for nothing
/// that runs; or, with a seed, in any order that CUDA allows.
enum class turn { at_once, in_order, any };
/// Does the operation now, or keeps it until what comes before it is done.
cudaError_t carry_out(stream_operation now, cudaGraphNodeType type, std::function<cudaError_t()> work, turn when);

/// The program has made a stream. A seed reorders operations of several streams, unless the host may poll memory.
void count_stream();

/// Does of these what can be done without the host's help. Whether all are done.
bool try_finish(const operation_set& some);
/// The host waits until these are done; until all are. A launch that cannot go on without the host is dead now.
void wait_for(const operation_set& some);
void wait_for_all();
/// Until those of the current device are.
void wait_for_device();

/// A function of the host, the current operation, is called.
void call_host(const void* function, const std::function<void()>& call);

/// Whether the host can give a kernel what it waits for, by memory that both see, or by a copy in another stream.
bool can_answer_kernels();
/// Runs a launch, the current operation, on another thread, until it ends or waits for what the host writes.
cudaError_t run_beside_host(std::function<cudaError_t()> launch);

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
