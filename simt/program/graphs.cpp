#include "graphs.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

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
        result->nodes.back()->copy_of = node.get();
    }
    for (const auto& node : nodes)
        for (const cudaGraphNode_t before : node->after) copies[node.get()]->after.push_back(copies[before]);
    return result;
}
cudaError_t CUgraph_st::run() const {
    for (const CUgraphNode_st* node : in_order()) {
        const cudaError_t error = node->work ? node->work() : cudaSuccess;
        if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
}

cudaError_t CUgraph_st::run(strider::executor::runtime::operation_line& in) const {
    using namespace strider::executor;
    const stream_operation launch = *current_operation();
    operation_set base = launch.before;
    base.add(launch.line, launch.number);
    // Of the nodes that follow a node, one goes on in its branch.
    struct done {
        operation_set before;
        std::size_t branch;
        bool followed = false;
    };
    std::map<const CUgraphNode_st*, done> all;
    std::size_t branches = 0;
    cudaError_t error = cudaSuccess;
    for (const CUgraphNode_st* node : in_order()) {
        operation_set after = base;
        done* follows = nullptr;
        for (const cudaGraphNode_t before : node->after) {
            done& one = all.at(before);
            after.add(one.before);
            if (!one.followed) follows = &one;
        }
        if (follows != nullptr) follows->followed = true;
        const std::size_t branch = follows != nullptr ? follows->branch : branches++;
        stream_operation now =
            in.begin_node(branch, after, node->at != nullptr ? node->at : launch.at, runtime::name_of(node->type));
        {
            const operation_scope scope(now);
            error = node->work ? node->work() : cudaSuccess;
        }
        now.before.add(now.line, now.number);
        if (node->type == cudaGraphNodeTypeHost) runtime::host_has_waited_for(now.before);
        in.follow(now.before);
        all[node] = {now.before, branch};
        if (error != cudaSuccess) break;
    }
    return error;
}
