// Work of streams, copies and kernels: done now, or a node of a graph while its stream is captured.
#pragma once

#include <strider/check/runtime/graph.hpp>

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
    std::set<cudaGraphNode_t> started;   // of these, launches that may still run when it begins
    const void* kernel = nullptr;        // of a kernel node
    const void* at = nullptr;            // the call that was captured
    strider::emulation::runtime::node_parameters parameters;
    std::uint64_t born = 0;  // the number of operations when it got its parameters
    const CUgraphNode_st* copy_of = nullptr;

    /// It depends on the launch's start alone. Other nodes than launches have no start.
    void follow_start(cudaGraphNode_t launch);
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

/// Sets what the node does. The node uses memory of the host at each launch.
void give_parameters(CUgraphNode_st& node, const node_parameters& how);

/// Whether a launch has a pointer to memory that the host uses too, among its arguments; null: of a library's call
/// these are not known.
bool may_tell_host(const node_parameters* launch);

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

/// The objects of a kind that the program has created and not destroyed.
template <class Object>
class existing {
public:
    void add(Object* object) {
        const std::lock_guard guard(mutex_);
        all_.insert(object);
    }
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
        for (Object* const object : all_) visit(*object);
    }

private:
    mutable std::mutex mutex_;
    std::set<Object*> all_;
};

existing<CUgraph_st>& graphs();

constexpr bool is_transfer(cudaGraphNodeType type) {
    return type == cudaGraphNodeTypeMemcpy || type == cudaGraphNodeTypeMemset;
}

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

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
