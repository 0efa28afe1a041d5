// Streams, for the runtime's own calls: their order, their captures, and the work that they are given.
#pragma once

#include "graphs.hpp"

struct CUstream_st {
    unsigned flags = cudaStreamDefault;
    int priority = 0;
    strider::emulation::runtime::operation_line order;
    std::shared_ptr<strider::emulation::runtime::capture> captured;  ///< while it is
    std::vector<cudaGraphNode_t> frontier;                           ///< the next captured node comes after these,
    std::vector<cudaGraphNode_t> started;  ///< and, if it is a kernel, after the start of these
    cudaGraphNode_t last = nullptr;        ///< the last node of the stream's own
};

namespace strider::emulation::runtime {

bool exists(cudaStream_t stream);
/// The stream must exist.
int device_of(cudaStream_t stream);
inline bool is_legacy(cudaStream_t stream) { return stream == nullptr || stream == cudaStreamLegacy; }
inline bool is_default(cudaStream_t stream) { return is_legacy(stream) || stream == cudaStreamPerThread; }
operation_line& order_of(cudaStream_t stream);
cudaError_t no_stream();
/// The status of a query for these operations: cudaErrorNotReady until all are done.
cudaError_t query(const operation_set& operations);

bool is_captured(cudaStream_t stream);
/// Whether a stream is that the legacy default stream waits for; cudaSuccess, or the status of a use of the legacy
/// stream, which makes the capture invalid.
bool legacy_is_captured();
cudaError_t use_in_capture(cudaStream_t stream);
constexpr const char* blocking_stream_is_captured =
    "the legacy default stream waits for each stream that was created without cudaStreamNonBlocking, and such a stream "
    "is being captured";
/// cudaSuccess; or the status of a call that waits, queries, allocates or frees while a capture forbids that to this
/// thread. The capture is invalid then.
cudaError_t forbidden_in_capture();
/// The same of a wait for the whole device, which no mode of a capture allows.
cudaError_t device_is_captured();

/// cudaSuccess; or `error`, if the stream is being captured. The capture is invalid then.
cudaError_t refuse_in_capture(cudaStream_t stream, cudaError_t error = cudaErrorStreamCaptureUnsupported,
                              const char* rule =
                                  "the stream is being captured, so that its work has not begun: end "
                                  "the capture and launch the graph before");
/// The status of a call for a capture that an earlier call has made invalid.
cudaError_t invalidated();

/// Who gives a stream something to do.
struct stream_call {
    const void* at = nullptr;
    const void* kernel = nullptr;
    bool host_waits = false;                      ///< the call returns when it is done
    bool at_once = false;                         ///< it reads what the host may change when the call has returned
    bool in_order = false;                        ///< the host may wait for what it does, other than by the stream
    bool staged = false;                          ///< the call has read the host's own memory when it returns
    const node_parameters* parameters = nullptr;  ///< of the node that it becomes
    bool dependent = false;                       ///< it may begin while the launch before it runs
    cudaEvent_t started = nullptr;                ///< recorded when the launch has begun,
    bool may_wait = false;                        ///< for launches that may wait for its end
};

/// cudaSuccess, or why a launch cannot record the event when it begins: it must exist, and have no time.
cudaError_t may_record_start(cudaEvent_t event);
/// Records an event at the start of a launch, for others that may wait for the launch itself; in a capture, of a node.
void record_start(cudaEvent_t event, const stream_operation& launch, bool may_wait);
void record_start(cudaEvent_t event, const std::shared_ptr<capture>& in, cudaGraphNode_t launch, bool may_wait);

/// Does the work, or captures it. cudaErrorInvalidResourceHandle for a stream that does not exist.
cudaError_t enqueue(cudaStream_t stream, cudaGraphNodeType type, std::function<cudaError_t()> work,
                    const stream_call& call);

/// `launches`: what an executable graph was given before, in whatever stream; it never runs beside itself.
cudaError_t launch_graph(cudaStream_t stream, std::shared_ptr<const CUgraph_st> graph, operation_set& launches,
                         const void* at);

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
