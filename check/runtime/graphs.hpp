// Work of streams, copies and kernels: done now, or a node of a graph while its stream is captured.
#pragma once

#include <strider/check/runtime/graph.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "order.hpp"

namespace strider::emulation::runtime {
struct kernel_node {
    std::shared_ptr<kernel_work> work;
    const void* kernel = nullptr;
    launch_shape shape;
};
using node_parameters =
    std::variant<std::monostate, kernel_node, cudaMemcpy3DParms, cudaMemsetParams, cudaHostNodeParams>;
}  // namespace strider::emulation::runtime

struct CUgraphNode_st {
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    std::function<cudaError_t()> work;   // of an empty node: none
    std::vector<cudaGraphNode_t> after;  // nodes that it depends on
    const void* kernel = nullptr;        // of a kernel node
    const void* at = nullptr;            // the call that was captured
    strider::emulation::runtime::node_parameters parameters;
    const CUgraphNode_st* copy_of = nullptr;
};

struct CUgraph_st {
    std::vector<std::unique_ptr<CUgraphNode_st>> nodes;

    /// A node that depends on `after`.
    cudaGraphNode_t add(cudaGraphNodeType type, std::function<cudaError_t()> work, std::vector<cudaGraphNode_t> after);
    std::unique_ptr<CUgraph_st> copy() const;
    /// The nodes in an order that follows the dependencies; otherwise that in which they were added. Fewer where the
    /// dependencies go round.
    std::vector<const CUgraphNode_st*> in_order() const;
    /// A node as an operation of the stream that the graph is launched in.
    struct node_operation {
        const CUgraphNode_st* node;
        strider::emulation::stream_operation now;
    };
    /// The nodes in the order in which they were added, but for dependencies that say otherwise; for the call `at`.
    /// What the stream has from now on comes after all of them.
    std::vector<node_operation> plan(strider::emulation::runtime::operation_line& in, const void* at) const;
    cudaError_t run(const std::vector<node_operation>& plan) const;
    /// Runs a graph that is a node: it belongs to the node's operation.
    cudaError_t run() const;
};

namespace strider::emulation::runtime {

/// Streams that are captured into one graph, until the stream that began it ends it.
struct capture {
    cudaStream_t origin = nullptr;
    cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
    unsigned long long id = 0;
    std::unique_ptr<CUgraph_st> graph = std::make_unique<CUgraph_st>();
    std::thread::id thread = std::this_thread::get_id();
    std::vector<cudaStream_t> joined;
    bool invalidated = false;
};

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

/// The objects of a kind that the program has created and not destroyed.
template <class Object>
class existing {
public:
    void add(Object* object) {
        const std::lock_guard guard(mutex_);
        all_.insert(object);
        ++made_;
    }
    unsigned made() const { return made_; }  // up to now
    bool remove(Object* object) {
        const std::lock_guard guard(mutex_);
        return all_.erase(object) != 0;
    }
    bool contains(Object* object) const {
        const std::lock_guard guard(mutex_);
        return all_.contains(object);
    }
    template <class Visit>
    void visit(Visit visit) const {
        const std::lock_guard guard(mutex_);
        for (Object* const one : all_) visit(*one);
    }

private:
    mutable std::mutex mutex_;
    std::set<Object*> all_;
    std::atomic<unsigned> made_ = 0;
};

existing<CUgraph_st>& graphs();

bool exists(cudaStream_t stream);
/// The stream must exist.
int device_of(cudaStream_t stream);

/// Whether the program has made more than one, up to now.
bool several_streams();

/// Name of an operation in findings.
constexpr const char* name_of(cudaGraphNodeType type) {
    switch (type) {
        case cudaGraphNodeTypeMemcpy:
            return "copy";
        case cudaGraphNodeTypeMemset:
            return "memset";
        case cudaGraphNodeTypeMemAlloc:
            return "allocation";
        case cudaGraphNodeTypeMemFree:
            return "free";
        case cudaGraphNodeTypeHost:
            return "host function";
        default:
            return "launch";
    }
}

/// Who gives a stream something to do.
struct stream_call {
    const void* at = nullptr;
    const void* kernel = nullptr;
    bool host_waits = false;                      ///< the call returns when it is done
    bool at_once = false;                         ///< it reads what the host may change when the call has returned
    const node_parameters* parameters = nullptr;  ///< of the node that it becomes
};

/// Does the work, or captures it. cudaErrorInvalidResourceHandle for a stream that does not exist.
cudaError_t enqueue(cudaStream_t stream, cudaGraphNodeType type, std::function<cudaError_t()> work,
                    const stream_call& call);

/// `launches`: what an executable graph was given before, in whatever stream; it never runs beside itself.
cudaError_t launch_graph(cudaStream_t stream, std::shared_ptr<const CUgraph_st> graph, operation_set& launches,
                         const void* at);

/// Device memory that a node of a graph allocates. Its address is known before the graph runs, and the same in every
/// launch.
cudaError_t allocate_for_graph(void** pointer, std::size_t bytes);

/// A launch whose error its caller has. Without arguments they lie in the buffer.
cudaError_t launch(const void* kernel, const launch_shape& shape, void** arguments, cudaStream_t stream,
                   char* buffer = nullptr);

/// The kernel that a module has by this name; null: none.
const void* find_function(const std::string& module, const std::string& name);

/// The launch of a kernel with these arguments, which are copied now, by a node; nothing where the kernel is not known.
/// `before`: what the node launches now, if it has been made.
kernel_node launch_later(const void* kernel, const launch_shape& shape, void** arguments, const kernel_node& before);
std::function<cudaError_t()> launch_of(const kernel_node& node);

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
