#include "graphs.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <strider/emulator/host_watch.hpp>

#include "copies.hpp"
#include "known_memory.hpp"

void strider::emulation::runtime::give_parameters(CUgraphNode_st& node, const node_parameters& how) {
    node.parameters = how;
    node.born = next_operation();
    const auto* const copied = std::get_if<cudaMemcpy3DParms>(&how);
    const auto what = copied == nullptr ? std::nullopt : copied_slices(node.at, *copied);
    if (!what || what->size.empty()) return;
    const auto hold = [&](const void* begin, const strides& by) {
        const auto in = memory().find(begin);
        const bool is_hosts = !in || in->kind == memory_kind::registered;
        if (begin != nullptr && is_hosts && (!is_program_variable(begin) || is_host_variable(begin)))
            hold_host_memory(begin, what->size.extent(by.row, by.slice));
    };
    hold(what->to, what->to_by);
    hold(what->from, what->from_by);
}

bool strider::emulation::runtime::may_tell_host(const node_parameters* launch) {
    if (!memory().any_of_host()) return false;
    const auto* const kernel = launch == nullptr ? nullptr : std::get_if<kernel_node>(launch);
    if (kernel == nullptr || kernel->work == nullptr) return true;
    const auto words = kernel->work->words();
    return std::any_of(words.begin(), words.end(), [](const void* word) {
        const auto in = memory().find(word);
        return in && !of_device(in->kind);
    });
}

namespace {
/// When a graph is given to a stream, what it tells of are copies and fills.
bool takes_part(const CUgraphNode_st& node) {
    using namespace strider::emulation::runtime;
    return node.work && (part_of_operation() != operation_part::given || is_transfer(node.type) ||
                         node.type == cudaGraphNodeTypeGraph);
}
}  // namespace

strider::emulation::runtime::existing<CUgraph_st>& strider::emulation::runtime::graphs() {
    static auto* const all = new existing<CUgraph_st>;
    return *all;
}

void CUgraphNode_st::follow_start(cudaGraphNode_t launch) {
    if (std::find(after.begin(), after.end(), launch) == after.end()) after.push_back(launch);
    if (launch->type == cudaGraphNodeTypeKernel) started.insert(launch);
}

std::vector<const CUgraphNode_st*> CUgraph_st::in_order() const {
    std::vector<const CUgraphNode_st*> order;
    std::set<const CUgraphNode_st*> done;
    for (bool more = true; more;) {
        more = false;
        for (const auto& node : nodes) {
            const auto is_done = [&](const CUgraphNode_st* before) { return done.contains(before); };
            if (is_done(node.get()) || !std::all_of(node->after.begin(), node->after.end(), is_done)) continue;
            order.push_back(node.get());
            done.insert(node.get());
            more = true;
        }
    }
    return order;
}

cudaGraphNode_t CUgraph_st::add(cudaGraphNodeType type, std::function<cudaError_t()> work,
                                std::vector<cudaGraphNode_t> after) {
    nodes.push_back(std::make_unique<CUgraphNode_st>());
    nodes.back()->type = type;
    nodes.back()->work = std::move(work);
    nodes.back()->after = std::move(after);
    return nodes.back().get();
}
std::unique_ptr<CUgraph_st> CUgraph_st::copy() const {
    auto result = std::make_unique<CUgraph_st>();
    std::map<const CUgraphNode_st*, cudaGraphNode_t> copies;
    for (const auto& node : nodes) {
        copies[node.get()] = result->add(node->type, node->work, {});
        result->nodes.back()->kernel = node->kernel;
        result->nodes.back()->at = node->at;
        result->nodes.back()->parameters = node->parameters;
        result->nodes.back()->born = node->born;
        result->nodes.back()->copy_of = node.get();
    }
    for (const auto& node : nodes) {
        for (const cudaGraphNode_t before : node->after) copies[node.get()]->after.push_back(copies[before]);
        for (const cudaGraphNode_t before : node->started) copies[node.get()]->started.insert(copies[before]);
    }
    return result;
}
cudaError_t CUgraph_st::run() const {
    using namespace strider::emulation;
    for (const CUgraphNode_st* node : in_order()) {
        if (stream_operation* const now = current_operation()) now->born = node->born;
        const cudaError_t error = takes_part(*node) ? node->work() : cudaSuccess;
        if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
}

std::vector<CUgraph_st::node_operation> CUgraph_st::plan(strider::emulation::runtime::operation_line& in,
                                                         const void* caller) const {
    using namespace strider::emulation;
    const operation_set base = in.record();
    // Of the nodes that follow a node, one goes on in its branch.
    struct place {
        operation_set before, start;
        launch_number number;
        std::size_t branch;
        bool followed = false;
    };
    std::map<const CUgraphNode_st*, place> places;
    std::size_t branches = 0;
    std::vector<node_operation> result;
    for (const CUgraphNode_st* node : in_order()) {
        operation_set after = base, end = base;
        std::vector<launch_number> primaries;
        place* follows = nullptr;
        for (const cudaGraphNode_t before : node->after) {
            place& one = places.at(before);
            end.add(one.before);
            after.add(node->started.contains(before) ? one.start : one.before);
            if (node->started.contains(before))
                primaries.push_back(one.number);
            else if (!one.followed)
                follows = &one;
        }
        if (follows != nullptr) follows->followed = true;
        const std::size_t branch = follows != nullptr ? follows->branch : branches++;
        stream_operation now =
            in.begin_node(branch, after, node->at != nullptr ? node->at : caller, runtime::name_of(node->type), caller);
        now.born = node->born;
        now.primaries = std::move(primaries);
        end.add(now.line, now.number);
        in.follow(end);
        places[node] = {end, after, {now.line, now.number}, branch};
        result.push_back({node, now});
    }
    return result;
}

cudaError_t CUgraph_st::run(const std::vector<node_operation>& plan) const {
    using namespace strider::emulation;
    std::map<const CUgraphNode_st*, operation_set> begun, done;
    for (auto [node, now] : plan) {
        // What a node waits for by an event is known only now.
        for (const cudaGraphNode_t before : node->after)
            now.before.add(node->started.contains(before) ? begun[before] : done[before]);
        begun[node] = now.before;
        const cudaError_t error = [&, node = node] {
            const operation_scope scope(now);
            return takes_part(*node) ? node->work() : cudaSuccess;
        }();
        if (error != cudaSuccess) return error;
        now.before.add(now.line, now.number);
        for (const cudaGraphNode_t before : node->started) now.before.add(done[before]);
        done[node] = now.before;
    }
    return cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
