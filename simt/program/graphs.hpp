// What streams, copies and kernels share with graphs: work that is done now, or becomes a node where its stream is
// captured.
#pragma once

#include <strider/simt/runtime/graph.hpp>

#include <functional>
#include <memory>
#include <vector>

struct CUgraphNode_st {
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    std::function<cudaError_t()> work;   // of an empty node: none
    std::vector<cudaGraphNode_t> after;  // nodes that it depends on
    const void* kernel = nullptr;        // of a kernel node
    const CUgraphNode_st* copy_of = nullptr;
};

struct CUgraph_st {
    std::vector<std::unique_ptr<CUgraphNode_st>> nodes;

    /// A node that depends on `after`.
    cudaGraphNode_t add(cudaGraphNodeType type, std::function<cudaError_t()> work, std::vector<cudaGraphNode_t> after);
    std::unique_ptr<CUgraph_st> copy() const;
    /// Runs all nodes. Those in the order in which they were added, but for dependencies that say otherwise.
    cudaError_t run() const;
};

namespace strider::executor::runtime {

/// Streams that are captured into one graph, until the stream that began it ends it.
struct capture {
    std::unique_ptr<CUgraph_st> graph = std::make_unique<CUgraph_st>();
    cudaStream_t origin = nullptr;
    std::vector<cudaStream_t> joined;
    unsigned long long id = 0;
    bool invalidated = false;
};

bool exists(cudaStream_t stream);

/// Does the work, or captures it. cudaErrorInvalidResourceHandle for a stream that does not exist.
cudaError_t enqueue(cudaStream_t stream, cudaGraphNodeType type, std::function<cudaError_t()> work,
                    const void* kernel = nullptr);

/// Device memory that a node of a graph allocates. Its address is known before the graph runs, and the same in every
/// launch.
cudaError_t allocate_for_graph(void** pointer, std::size_t bytes);

/// The launch of a kernel with these arguments, which are copied now; nothing where the kernel is not known.
std::function<cudaError_t()> launch_later(const void* kernel, const launch_shape& shape, void** arguments);

}  // namespace strider::executor::runtime
