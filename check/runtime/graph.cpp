#include <strider/check/runtime/graph.hpp>

#include <algorithm>
#include <utility>

#include "allocate.hpp"
#include "kernels.hpp"
#include "streams.hpp"
#include "unfinished.hpp"

using strider::emulation::runtime::existing;
using strider::emulation::runtime::graphs;
using strider::emulation::runtime::invalid_value;
using strider::emulation::runtime::kernel_node;
using strider::emulation::runtime::set_last_error;

struct CUgraphExec_st {
    std::unique_ptr<CUgraph_st> graph;
    strider::emulation::operation_set launches;
};

namespace {

using work = std::function<cudaError_t()>;

work work_of(const kernel_node& how) { return how.work == nullptr ? work() : launch_of(how); }
kernel_node bound(const cudaKernelNodeParams& how, const kernel_node& before = {}) {
    return strider::emulation::runtime::launch_later(
        how.func, {how.strider_gridDim, how.strider_blockDim, how.sharedMemBytes}, how.kernelParams, before);
}
work work_of(const cudaMemcpy3DParms& how) {
    return [how] { return cudaMemcpy3D(&how); };
}
work work_of(const cudaMemsetParams& parameters) {
    return [parameters] {
        const bool rows = parameters.height > 1;
        const std::size_t width = parameters.width * parameters.elementSize, pitch = rows ? parameters.pitch : width;
        if (parameters.elementSize == 1)
            return cudaMemset2D(parameters.dst, pitch, static_cast<int>(parameters.value), width, parameters.height);
        if (parameters.elementSize != 2 && parameters.elementSize != 4)
            return invalid_value("an element of a fill has 1, 2 or 4 bytes");
        std::vector<char> row(width);
        for (std::size_t i = 0; i < width; ++i)
            row[i] = static_cast<char>(parameters.value >> (8 * (i % parameters.elementSize)));
        for (std::size_t y = 0; y < parameters.height; ++y) {
            const cudaError_t error =
                cudaMemcpy(static_cast<char*>(parameters.dst) + y * pitch, row.data(), width, cudaMemcpyHostToDevice);
            if (error != cudaSuccess) return error;
        }
        return cudaSuccess;
    };
}
work work_of(const cudaHostNodeParams& how) {
    return [how] {
        strider::emulation::runtime::call_host(reinterpret_cast<const void*>(how.fn), [&] { how.fn(how.userData); });
        return cudaSuccess;
    };
}
cudaMemcpy3DParms copy_of(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return {nullptr,       {},  {const_cast<void*>(from), bytes, bytes, 1}, nullptr, {}, {to, bytes, bytes, 1},
            {bytes, 1, 1}, kind};
}

existing<CUgraphExec_st>& executables() {
    static auto* const all = new existing<CUgraphExec_st>;
    return *all;
}
bool exists(cudaGraphExec_t executable) { return executables().contains(executable); }
bool exists(cudaGraph_t graph) { return graphs().contains(graph); }
cudaError_t no_graph() {
    return strider::emulation::runtime::no_object("the graph does not exist: it was not created, or is destroyed");
}

cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t count,
                cudaGraphNodeType type, work what) {
    if (!exists(graph)) return no_graph();
    if (node == nullptr || (after == nullptr && count != 0))
        return invalid_value("the pointer to the new node, or to those that it depends on, is null");
    *node = graph->add(type, std::move(what), {after, after + count});
    return cudaSuccess;
}
template <class Parameters>
cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t count,
                cudaGraphNodeType type, const Parameters& parameters) {
    const cudaError_t error = add(node, graph, after, count, type, work_of(parameters));
    if (error == cudaSuccess) strider::emulation::runtime::give_parameters(**node, parameters);
    return error;
}

/// The node that was made of this one, or null.
CUgraphNode_st* copy_in(const CUgraph_st& graph, cudaGraphNode_t original) {
    for (const auto& node : graph.nodes)
        if (node->copy_of == original) return node.get();
    return nullptr;
}
CUgraphNode_st* node_in(cudaGraphExec_t executable, cudaGraphNode_t original) {
    return exists(executable) ? copy_in(*executable->graph, original) : nullptr;
}
template <class Parameters>
cudaError_t change(CUgraphNode_st* node, cudaGraphNodeType type, const Parameters* how) {
    if (node == nullptr || node->type != type) return invalid_value("the node does not exist, or is of another type");
    if (how == nullptr) return invalid_value("the parameters of the node are null");
    node->work = work_of(*how);
    strider::emulation::runtime::give_parameters(*node, *how);
    return cudaSuccess;
}
cudaError_t change(CUgraphNode_st* node, const cudaKernelNodeParams* how) {
    const auto* const before = node == nullptr ? nullptr : std::get_if<kernel_node>(&node->parameters);
    if (before == nullptr) return invalid_value("the node does not exist, or is of another type");
    if (how == nullptr) return invalid_value("the parameters of the node are null");
    const kernel_node now = bound(*how, *before);
    if (now.work == nullptr) return invalid_value("the function is no kernel of the program");
    node->kernel = now.kernel;
    return change(node, cudaGraphNodeTypeKernel, &now);
}
/// What the node does; invalid where it is of another kind.
template <class Parameters>
cudaError_t tell(cudaGraphNode_t node, Parameters* how) {
    const auto* const known = node == nullptr ? nullptr : std::get_if<Parameters>(&node->parameters);
    if (known == nullptr) return invalid_value("the node does not exist, or is of another type");
    if (how == nullptr) return invalid_value("the pointer to the result is null");
    *how = *known;
    return cudaSuccess;
}

cudaError_t list(const std::vector<cudaGraphNode_t>& all, cudaGraphNode_t* nodes, std::size_t* count) {
    if (count == nullptr) return invalid_value();
    if (nodes == nullptr) {
        *count = all.size();
        return cudaSuccess;
    }
    for (std::size_t i = 0; i < *count; ++i) nodes[i] = i < all.size() ? all[i] : nullptr;
    *count = std::min(*count, all.size());
    return cudaSuccess;
}

}  // namespace

// ---- Building

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
    if (graph == nullptr) return invalid_value("the pointer to the new graph is null");
    if (flags != 0) return strider::emulation::runtime::unknown_flags();
    *graph = new CUgraph_st;
    graphs().add(*graph);
    return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    if (graph != nullptr && !graphs().remove(graph)) return no_graph();
    delete graph;
    return cudaSuccess;
}
cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
    if (clone == nullptr || !exists(graph)) return no_graph();
    for (const auto& node : graph->nodes)
        if (node->type == cudaGraphNodeTypeMemAlloc || node->type == cudaGraphNodeTypeMemFree)
            return set_last_error(cudaErrorNotSupported, "a graph that allocates or frees cannot be cloned");
    *clone = graph->copy().release();
    graphs().add(*clone);
    return cudaSuccess;
}
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    if (!exists(graph)) return no_graph();
    std::vector<cudaGraphNode_t> all;
    for (const auto& node : graph->nodes) all.push_back(node.get());
    return list(all, nodes, count);
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    if (!exists(graph)) return no_graph();
    std::vector<cudaGraphNode_t> roots;
    for (const auto& node : graph->nodes)
        if (node->after.empty()) roots.push_back(node.get());
    return list(roots, nodes, count);
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
    if (node == nullptr || type == nullptr) return invalid_value();
    *type = node->type;
    return cudaSuccess;
}
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original, cudaGraph_t clone) {
    if (node == nullptr || !exists(clone)) return no_graph();
    CUgraphNode_st* const copy = copy_in(*clone, original);
    if (copy == nullptr) return invalid_value("the clone has no copy of the node");
    *node = copy;
    return cudaSuccess;
}
namespace {
bool is_possible(const cudaGraphEdgeData& edge, cudaGraphNode_t from, cudaGraphNode_t to) {
    if (edge.to_port != 0 || edge.from_port > cudaGraphKernelNodePortLaunchCompletion) return false;
    const bool ends = edge.from_port == cudaGraphKernelNodePortDefault;
    if (edge.type != cudaGraphDependencyTypeProgrammatic) return edge.type == cudaGraphDependencyTypeDefault && ends;
    return !ends && from->type == cudaGraphNodeTypeKernel && to->type == cudaGraphNodeTypeKernel;
}
}  // namespace

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData* edges, std::size_t count) {
    if (!exists(graph)) return no_graph();
    if ((from == nullptr || to == nullptr) && count != 0) return invalid_value("the list of nodes is null");
    for (std::size_t i = 0; edges != nullptr && i < count; ++i)
        if (!is_possible(edges[i], from[i], to[i]))
            return invalid_value("the edge's ports do not exist, or it is programmatic and joins no two kernels");
    for (std::size_t i = 0; i < count; ++i) to[i]->after.push_back(from[i]);
    if (graph->in_order().size() != graph->nodes.size()) {
        for (std::size_t i = 0; i < count; ++i) to[i]->after.pop_back();
        return invalid_value("the dependencies would go round");
    }
    for (std::size_t i = 0; edges != nullptr && i < count; ++i)
        if (edges[i].type == cudaGraphDependencyTypeProgrammatic) to[i]->follow_start(from[i]);
    return cudaSuccess;
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaKernelNodeParams* parameters) {
    if (parameters == nullptr) return invalid_value("the parameters of the node are null");
    const kernel_node launch = bound(*parameters);
    if (launch.work == nullptr)
        return set_last_error(cudaErrorInvalidResourceHandle, "the function is no kernel of the program");
    const cudaError_t error = add(node, graph, after, count, cudaGraphNodeTypeKernel, launch);
    if (error == cudaSuccess) (*node)->kernel = parameters->func;
    return error;
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaMemcpy3DParms* parameters) {
    if (parameters == nullptr) return invalid_value("the parameters of the node are null");
    return add(node, graph, after, count, cudaGraphNodeTypeMemcpy, *parameters);
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     std::size_t count, void* to, const void* from, std::size_t bytes,
                                     cudaMemcpyKind kind) {
    return add(node, graph, after, count, cudaGraphNodeTypeMemcpy, copy_of(to, from, bytes, kind));
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaMemsetParams* parameters) {
    if (parameters == nullptr) return invalid_value("the parameters of the node are null");
    return add(node, graph, after, count, cudaGraphNodeTypeMemset, *parameters);
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                 std::size_t count, const cudaHostNodeParams* parameters) {
    if (parameters == nullptr || parameters->fn == nullptr) return invalid_value();
    return add(node, graph, after, count, cudaGraphNodeTypeHost, *parameters);
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                  std::size_t count) {
    return add(node, graph, after, count, cudaGraphNodeTypeEmpty, work());
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                       std::size_t count, cudaGraph_t child) {
    if (!exists(child)) return no_graph();
    const std::shared_ptr<const CUgraph_st> copy = child->copy();
    return add(node, graph, after, count, cudaGraphNodeTypeGraph, work([copy] { return copy->run(); }));
}
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                        std::size_t count, cudaEvent_t event) {
    return add(node, graph, after, count, cudaGraphNodeTypeEventRecord, work([=] { return cudaEventRecord(event); }));
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                      std::size_t count, cudaEvent_t event) {
    return add(node, graph, after, count, cudaGraphNodeTypeWaitEvent,
               work([=] { return cudaStreamWaitEvent(nullptr, event); }));
}
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     std::size_t count, cudaMemAllocNodeParams* parameters) {
    if (parameters == nullptr) return invalid_value("the parameters of the node are null");
    if (const cudaError_t error =
            strider::emulation::runtime::allocate_for_graph(&parameters->dptr, parameters->bytesize);
        error != cudaSuccess)
        return error;
    return add(node, graph, after, count, cudaGraphNodeTypeMemAlloc, work());
}
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                    std::size_t count, void* pointer) {
    if (pointer == nullptr) return invalid_value();
    return add(node, graph, after, count, cudaGraphNodeTypeMemFree, work());
}

// ---- What nodes do. Kernels' arguments are the node's own.

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* how) {
    kernel_node known;
    if (how == nullptr) return invalid_value("the pointer to the result is null");
    if (const cudaError_t error = tell(node, &known); error != cudaSuccess) return error;
    *how = {const_cast<void*>(known.kernel),
            known.shape.grid,
            known.shape.block,
            static_cast<unsigned>(known.shape.shared_bytes),
            known.work->arguments(),
            nullptr};
    return cudaSuccess;
}
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* how) { return tell(node, how); }
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* how) { return tell(node, how); }
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* how) { return tell(node, how); }
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* how) {
    return change(node, how);
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* how) {
    return change(node, cudaGraphNodeTypeMemcpy, how);
}
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from, std::size_t bytes,
                                           cudaMemcpyKind kind) {
    const cudaMemcpy3DParms how = copy_of(to, from, bytes, kind);
    return cudaGraphMemcpyNodeSetParams(node, &how);
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* how) {
    return change(node, cudaGraphNodeTypeMemset, how);
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* how) {
    return how == nullptr || how->fn == nullptr ? invalid_value() : change(node, cudaGraphNodeTypeHost, how);
}

// ---- Running

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags) {
    if (flags > 15) return strider::emulation::runtime::unknown_flags();
    if (executable == nullptr || !exists(graph)) return no_graph();
    *executable = new CUgraphExec_st{graph->copy(), {}};
    executables().add(*executable);
    return cudaSuccess;
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, cudaGraphNode_t* error_node, char* log,
                                 std::size_t log_bytes) {
    if (error_node != nullptr) *error_node = nullptr;
    if (log != nullptr && log_bytes != 0) *log = '\0';
    return cudaGraphInstantiate(executable, graph);
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags) {
    return cudaGraphInstantiate(executable, graph, flags);
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
    if (!exists(executable)) return no_graph();
    return strider::emulation::runtime::launch_graph(stream, executable->graph->copy(), executable->launches,
                                                     __builtin_return_address(0));
}
cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t) {
    return exists(executable) ? cudaSuccess : no_graph();
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
    if (executable != nullptr && !executables().remove(executable)) return no_graph();
    delete executable;
    return cudaSuccess;
}

// ---- Changes

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* result) {
    if (!exists(executable) || !exists(graph) || result == nullptr) return no_graph();
    *result = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
    const auto& old = executable->graph->nodes;
    const auto fail = [&](cudaGraphExecUpdateResult why, cudaGraphNode_t node) {
        *result = {why, node, nullptr};
        return set_last_error(cudaErrorGraphExecUpdateFailure, "the graphs differ in more than parameters");
    };
    if (old.size() != graph->nodes.size()) return fail(cudaGraphExecUpdateErrorTopologyChanged, nullptr);
    for (std::size_t i = 0; i < old.size(); ++i) {
        const auto& now = graph->nodes[i];
        if (now->after.size() != old[i]->after.size()) return fail(cudaGraphExecUpdateErrorTopologyChanged, now.get());
        if (now->type != old[i]->type) return fail(cudaGraphExecUpdateErrorNodeTypeChanged, now.get());
    }
    executable->graph = graph->copy();
    return cudaSuccess;
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphNode_t* error_node,
                                cudaGraphExecUpdateResult* result) {
    cudaGraphExecUpdateResultInfo all{};
    const cudaError_t error = cudaGraphExecUpdate(executable, graph, &all);
    if (error_node != nullptr) *error_node = all.errorNode;
    if (result != nullptr) *result = all.result;
    return error;
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
    return cudaGraphKernelNodeSetParams(node_in(executable, node), parameters);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* parameters) {
    return cudaGraphMemcpyNodeSetParams(node_in(executable, node), parameters);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node, void* to,
                                               const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return cudaGraphMemcpyNodeSetParams1D(node_in(executable, node), to, from, bytes, kind);
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemsetParams* how) {
    return cudaGraphMemsetNodeSetParams(node_in(executable, node), how);
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const cudaHostNodeParams* how) {
    return cudaGraphHostNodeSetParams(node_in(executable, node), how);
}
// SPDX-License-Identifier: Apache-2.0
