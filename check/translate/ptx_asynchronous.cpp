// The part of the PTX table for what goes on beside a thread: barriers in shared memory, asynchronous copies, clusters.
#include <set>

#include "ptx_operands.hpp"

namespace strider::kernel_check::ptx {
namespace {

bool in_shared(const instruction& i) { return has(i, "shared") || has(i, "shared::cta") || has(i, "shared::cluster"); }

std::string call(const std::string& function, const std::vector<std::string>& arguments) {
    std::string text = "::strider::emulation::ptx::" + function + "(";
    for (const std::string& one : arguments) text += (text.back() == '(' ? "" : ", ") + one;
    return text + ")";
}
std::string number(const instruction& i, std::size_t n) { return typed("unsigned", operand(i, n)); }

/// mbarrier.arrive.release.cta.shared::cta.b64 state, [barrier], count; and its kin
std::string mbarrier(const instruction& i) {
    // A barrier of another block gives no state.
    const std::size_t place = operand(i, 0)[0] == '[' ? 0 : 1;
    const std::string barrier = pointer_to("void", operand(i, place), in_shared(i));
    const auto put = [&](const std::string& value) { return place == 0 ? value + "; " : assign(i.operands[0], value); };
    if (has(i, "init")) return call("mbarrier_init", {barrier, number(i, 1)}) + "; ";
    if (has(i, "inval")) return "";
    if (has(i, "test_wait") || has(i, "try_wait"))
        return put(has(i, "parity") ? call("mbarrier_test_parity", {barrier, number(i, 2)})
                                    : call("mbarrier_test", {barrier, typed("unsigned long long", operand(i, 2))}));
    if (has(i, "arrive") || has(i, "arrive_drop")) {
        const bool counts = i.operands.size() > place + 1;
        const std::string last = counts ? number(i, place + 1) : "1u";
        const std::string drops = has(i, "arrive_drop") ? "true" : "false";
        if (!has(i, "expect_tx")) return put(call("mbarrier_arrive", {barrier, last, "0u", drops}));
        if (!counts) throw not_in_table();
        return put(call("mbarrier_arrive", {barrier, "1u", last, drops}));
    }
    if (has(i, "expect_tx")) return call("mbarrier_expect", {barrier, number(i, 1)}) + "; ";
    throw not_in_table();
}

/// What cp.reduce, red.async and the like do to elements; nothing for plain copies.
std::string reduction(const instruction& i, const std::string& type) {
    static const std::set<std::string, std::less<>> operations{"add", "min", "max", "inc", "dec", "and", "or", "xor"};
    for (const std::string& m : i.modifiers)
        if (operations.contains(m)) {
            const std::string op =
                "::strider::emulation::reduction_op::" + m + (m == "and" || m == "or" || m == "xor" ? "_" : "");
            if (type.empty()) return op;
            const std::string element = type[0] == 'b' && type != "bf16" ? "u" + type.substr(1) : type;
            return "::strider::emulation::reduction{" + op + ", ::strider::emulation::element_type::" + element + "}";
        }
    return type.empty() ? "::strider::emulation::reduction_op::replace" : "::strider::emulation::reduction{}";
}

/// st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [to], {a, b}, [barrier]; and red.async
std::string counted_store(const instruction& i) {
    std::vector<std::string> arguments{pointer_to("void", operand(i, 0), true), pointer_to("void", operand(i, 2), true),
                                       reduction(i, type_name(i))};
    const std::string& values = operand(i, 1);
    for (const std::string& part : values[0] == '{' ? parts_of(values) : std::vector{values})
        arguments.push_back(typed(type(i), part));
    return call("store_counted", arguments) + "; ";
}

/// cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [to], [map, {x, y}], [barrier]; and
/// stores
std::string tensor(const instruction& i) {
    const bool stores = has(i, "bulk_group");
    const std::string& box = operand(i, stores ? 0 : 1);
    const std::vector<std::string> parts = split(box.substr(1, box.size() - 2), ',');
    if (box[0] != '[' || parts.size() != 2) throw not_in_table();
    const std::string map = pointer_to("void", "[" + parts[0] + "]", false);
    std::vector<std::string> arguments{map, pointer_to("void", operand(i, stores ? 1 : 0), true)};
    if (stores) arguments.push_back(reduction(i, ""));
    if (!stores) {
        arguments.push_back(pointer_to("void", operand(i, 2), true));
        arguments.push_back(has(i, "multicast::cluster") ? number(i, 3) : "0u");
    }
    for (const std::string& one : parts_of(trimmed(parts[1]))) arguments.push_back(typed("int", trimmed(one)));
    return call(stores ? "tensor_store" : "tensor_load", arguments) + "; ";
}

/// cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [to], [from], bytes, [barrier]; and its kin
std::string bulk(const instruction& i) {
    if (has(i, "prefetch")) return "";
    if (has(i, "tensor")) return tensor(i);
    if (has(i, "commit_group")) return call("commit_bulk", {}) + "; ";
    if (has(i, "wait_group")) return call("wait_for_bulk", {number(i, 0)}) + "; ";
    const bool stores = has(i, "bulk_group");
    const std::string to = pointer_to("void", operand(i, 0), !stores);
    const std::string from = pointer_to("void", operand(i, 1), stores || !has(i, "global"));
    const std::string how =
        i.modifiers.front() == "reduce" ? reduction(i, type_name(i)) : "::strider::emulation::reduction{}";
    if (stores) return call("bulk_store", {to, from, number(i, 2), how}) + "; ";
    const std::string barrier = pointer_to("void", operand(i, 3), true);
    if (has(i, "multicast::cluster"))
        return call("bulk_load_to_all", {to, from, number(i, 2), barrier, number(i, 4)}) + "; ";
    return call("bulk_load", {to, from, number(i, 2), barrier, how}) + "; ";
}

std::string copy(const instruction& i) {
    if (has(i, "bulk")) return bulk(i);
    if (has(i, "commit_group")) return call("commit", {}) + "; ";
    if (has(i, "wait_group")) return call("wait_for", {number(i, 0)}) + "; ";
    if (has(i, "wait_all")) return call("commit", {}) + "; " + call("wait_for", {"0u"}) + "; ";
    // The fourth operand is how many bytes are read, unless it is a cache policy.
    const std::size_t plain = has(i, "L2::cache_hint") ? 4 : 3;
    const std::string read = number(i, i.operands.size() > plain ? 3 : 2);
    return call("copy", {pointer_to("void", operand(i, 0), true), pointer_to("void", operand(i, 1), false),
                         number(i, 2), read}) +
           "; ";
}

/// elect.sync d|p, mask;
std::string elect(const instruction& i) {
    const auto [to, is_leader] = destinations(i);
    return "{ const unsigned strider_leader = " + call("elect", {number(i, 1)}) + "; " + assign(to, "strider_leader") +
           assign(is_leader, "strider_leader == ::strider::emulation::lane_index()") + "} ";
}

}  // namespace

std::string asynchronous(const instruction& i) {
    if (i.op == "st" || i.op == "red") return counted_store(i);
    if (i.op == "mbarrier") return mbarrier(i);
    if (i.op == "cp") return copy(i);
    if (i.op == "elect") return elect(i);
    if (i.op == "fence" && has(i, "mbarrier_init")) return "__threadfence_cluster(); ";
    if (i.op == "fence" && has(i, "async")) return call("fence_proxy", {}) + "; ";
    if (i.op == "barrier" && has(i, "arrive"))
        return std::string("__cluster_barrier_arrive") + (has(i, "relaxed") ? "_relaxed" : "") + "(); ";
    if (i.op == "barrier" && has(i, "wait")) return "__cluster_barrier_wait(); ";
    if (i.op == "mapa") return assign(operand(i, 0), call("map_shared_address", {number(i, 1), number(i, 2)}));
    return assign(operand(i, 0), call("rank_of_shared_address", {number(i, 1)}));  // getctarank
}

}  // namespace strider::kernel_check::ptx
// SPDX-License-Identifier: Apache-2.0
