#include <strider/check/runtime/stream.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <utility>

#include <strider/check/runtime/thrust.hpp>

#include "devices.hpp"
#include "streams.hpp"
#include "unfinished.hpp"

using strider::emulation::current_operation;
using strider::emulation::operation_set;
using strider::emulation::stream_operation;
using strider::emulation::runtime::blocking_stream_is_captured;
using strider::emulation::runtime::call_host;
using strider::emulation::runtime::capture;
using strider::emulation::runtime::enqueue;
using strider::emulation::runtime::existing;
using strider::emulation::runtime::exists;
using strider::emulation::runtime::give;
using strider::emulation::runtime::greatest_priority;
using strider::emulation::runtime::invalid_value;
using strider::emulation::runtime::invalidated;
using strider::emulation::runtime::is_captured;
using strider::emulation::runtime::is_default;
using strider::emulation::runtime::is_legacy;
using strider::emulation::runtime::least_priority;
using strider::emulation::runtime::may_tell_host;
using strider::emulation::runtime::no_object;
using strider::emulation::runtime::no_stream;
using strider::emulation::runtime::operation_line;
using strider::emulation::runtime::order_of;
using strider::emulation::runtime::query;
using strider::emulation::runtime::refusal;
using strider::emulation::runtime::refuse_in_capture;
using strider::emulation::runtime::set_last_error;
using strider::emulation::runtime::turn;
using strider::emulation::runtime::unknown_flags;
using strider::emulation::runtime::use_in_capture;

namespace {

/// Never destroyed: static objects of the program may use them to the end.
existing<CUstream_st>& streams() {
    static auto* const all = new existing<CUstream_st>;
    return *all;
}

std::atomic<int> captures_under_way = 0;
thread_local cudaStreamCaptureMode mode_of_thread = cudaStreamCaptureModeGlobal;

/// What may not be done during a capture makes the capture invalid: those of the streams that `forbids` accepts.
template <class Forbids>
cudaError_t refuse_captures(cudaError_t error, const char* rule, Forbids forbids) {
    if (captures_under_way == 0) return cudaSuccess;
    bool refused = false;
    streams().visit([&](CUstream_st& stream) {
        if (stream.captured == nullptr || !forbids(stream)) return;
        refused = stream.captured->invalidated = true;
    });
    return refused ? set_last_error(error, rule) : cudaSuccess;
}
constexpr auto blocks_legacy = [](const CUstream_st& one) {
    return one.flags == cudaStreamDefault && one.order.device() == strider::emulation::runtime::current_device();
};

}  // namespace

operation_line& strider::emulation::runtime::order_of(cudaStream_t stream) {
    struct default_streams {
        operation_line legacy, of_threads;
        explicit default_streams(int device)
            : legacy(operation_line::kind::legacy, device), of_threads(operation_line::kind::blocking, device) {}
    };
    if (!is_default(stream)) return stream->order;
    static std::mutex mutex;
    static auto* const all = new std::map<int, default_streams>;
    const int device = current_device();
    const std::lock_guard guard(mutex);
    default_streams& its = all->try_emplace(device, device).first->second;
    return stream == cudaStreamPerThread ? its.of_threads : its.legacy;
}
cudaError_t strider::emulation::runtime::no_stream() {
    return no_object("the stream does not exist: it was not created, or is destroyed", cudaErrorInvalidResourceHandle);
}

cudaError_t strider::emulation::runtime::query(const operation_set& operations) {
    if (!try_finish(operations)) return cudaErrorNotReady;
    wait_for(operations);
    return kernel_error();
}

cudaError_t strider::emulation::runtime::invalidated() { return set_last_error(cudaErrorStreamCaptureInvalidated); }
cudaError_t strider::emulation::runtime::refuse_in_capture(cudaStream_t stream, cudaError_t error, const char* rule) {
    return refuse_captures(error, rule, [=](const CUstream_st& captured) { return &captured == stream; });
}
cudaError_t strider::emulation::runtime::use_in_capture(cudaStream_t stream) {
    if (!is_legacy(stream) || current_operation() != nullptr) return cudaSuccess;
    return refuse_captures(cudaErrorStreamCaptureImplicit, blocking_stream_is_captured, blocks_legacy);
}
bool strider::emulation::runtime::legacy_is_captured() {
    bool captured = false;
    if (captures_under_way != 0)
        streams().visit(
            [&](const CUstream_st& one) { captured = captured || (one.captured != nullptr && blocks_legacy(one)); });
    return captured;
}
bool strider::emulation::runtime::is_captured(cudaStream_t stream) {
    return !is_default(stream) && stream->captured != nullptr;
}
cudaError_t strider::emulation::runtime::forbidden_in_capture() {
    if (mode_of_thread == cudaStreamCaptureModeRelaxed || current_operation() != nullptr) return cudaSuccess;
    return refuse_captures(
        cudaErrorStreamCaptureUnsupported,
        "a stream is being captured in a mode that forbids this call: make it before cudaStreamBeginCapture() or after "
        "cudaStreamEndCapture(), or capture with cudaStreamCaptureModeRelaxed",
        [](const CUstream_st& one) {
            const capture& by = *one.captured;
            if (by.thread == std::this_thread::get_id()) return by.mode != cudaStreamCaptureModeRelaxed;
            return by.mode == cudaStreamCaptureModeGlobal && mode_of_thread == cudaStreamCaptureModeGlobal;
        });
}
cudaError_t strider::emulation::runtime::device_is_captured() {
    return refuse_captures(
        cudaErrorStreamCaptureUnsupported,
        "a stream of the device is being captured, so that its work has not begun: end the capture before the wait",
        [](const CUstream_st& one) { return one.order.device() == current_device(); });
}

int strider::emulation::runtime::device_of(cudaStream_t stream) { return order_of(stream).device(); }

bool strider::emulation::runtime::exists(cudaStream_t stream) {
    return is_default(stream) || streams().contains(stream);
}

cudaError_t strider::emulation::runtime::enqueue(cudaStream_t stream, cudaGraphNodeType type,
                                                 std::function<cudaError_t()> work, const stream_call& call) {
    if (!exists(stream)) return no_stream();
    if (const cudaError_t error = use_in_capture(stream)) return error;
    if (is_captured(stream)) {
        if (stream->captured->invalidated) return invalidated();
        cudaGraphNode_t node = stream->captured->graph->add(type, std::move(work), stream->frontier);
        node->kernel = call.kernel;
        node->at = call.at;
        if (call.parameters != nullptr) give_parameters(*node, *call.parameters);
        if (type == cudaGraphNodeTypeKernel) {
            if (call.dependent && stream->last != nullptr) stream->started.push_back(stream->last);
            for (const cudaGraphNode_t launch : std::exchange(stream->started, {})) node->follow_start(launch);
        }
        stream->frontier = {node};
        stream->last = node;
        if (call.started != nullptr) record_start(call.started, stream->captured, node, call.may_wait);
        return cudaSuccess;
    }
    if (current_operation() != nullptr) return work();  // a node of a graph
    operation_line& line = order_of(stream);
    stream_operation now = type == cudaGraphNodeTypeKernel ? line.begin_launch(call.at, call.dependent)
                                                           : line.begin(call.at, name_of(type), call.host_waits);
    if (call.started != nullptr) record_start(call.started, now, call.may_wait);
    now.staged = call.staged;
    const bool in_order = call.in_order || (type == cudaGraphNodeTypeKernel && may_tell_host(call.parameters));
    return carry_out(std::move(now), type, std::move(work),
                     call.host_waits || call.at_once ? turn::at_once
                     : in_order                      ? turn::in_order
                                                     : turn::any);
}

cudaError_t strider::emulation::runtime::launch_graph(cudaStream_t stream, std::shared_ptr<const CUgraph_st> graph,
                                                      operation_set& launches, const void* caller) {
    if (!exists(stream)) return no_stream();
    if (const cudaError_t error = use_in_capture(stream)) return error;
    if (is_captured(stream)) return enqueue(stream, cudaGraphNodeTypeGraph, [graph] { return graph->run(); }, {caller});
    // The nodes of a graph that is a node are not known.
    const auto tells_host = [](const auto& node) {
        return node->type == cudaGraphNodeTypeHost || node->type == cudaGraphNodeTypeGraph ||
               (node->type == cudaGraphNodeTypeKernel && may_tell_host(&node->parameters));
    };
    operation_line& order = order_of(stream);
    order.follow(launches);
    const cudaError_t error =
        enqueue(stream, cudaGraphNodeTypeGraph, [graph, plan = graph->plan(order, caller)] { return graph->run(plan); },
                {.at = caller, .in_order = std::any_of(graph->nodes.begin(), graph->nodes.end(), tells_host)});
    launches = order.record();
    return error;
}

void strider::emulation::runtime::expect_no_capture(cudaStream_t stream) {
    if (!exists(stream)) return;
    wait_for(order_of(stream).record());
    if (is_captured(stream))
        refuse_call(__builtin_return_address(0), "a Thrust algorithm on a stream that is being captured",
                    "call it outside of the capture: inside, it would run at once");
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return cudaStreamCreateWithPriority(stream, 0, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    return cudaStreamCreateWithPriority(stream, flags, 0);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
    if (stream == nullptr) return invalid_value("the pointer to the new stream is null");
    if (flags > cudaStreamNonBlocking) return unknown_flags();
    const auto kind =
        flags == cudaStreamNonBlocking ? operation_line::kind::non_blocking : operation_line::kind::blocking;
    order_of(nullptr);  // which blocking streams have an order with
    *stream = new CUstream_st{flags,
                              std::clamp(priority, greatest_priority, least_priority),
                              operation_line(kind, strider::emulation::runtime::current_device()),
                              nullptr,
                              {},
                              {},
                              nullptr};
    streams().add(*stream);
    strider::emulation::runtime::count_stream();
    return cudaSuccess;
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
    if (!exists(stream)) return no_stream();
    return give(flags, is_default(stream) ? cudaStreamDefault : stream->flags);
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
    if (!exists(stream)) return no_stream();
    return give(priority, is_default(stream) ? 0 : stream->priority);
}
namespace {
cudaError_t may_wait_for(cudaStream_t stream) {
    if (!exists(stream)) return no_stream();
    if (is_captured(stream)) return refuse_in_capture(stream);
    const cudaError_t error = use_in_capture(stream);
    return error != cudaSuccess ? error : strider::emulation::runtime::forbidden_in_capture();
}
}  // namespace

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    if (stream == nullptr)
        return set_last_error(cudaErrorInvalidResourceHandle, "the stream is null", refusal::of_hint);
    if (is_default(stream) || !streams().remove(stream)) return no_stream();
    strider::emulation::runtime::try_finish(stream->order.record());
    if (stream->captured != nullptr && stream->captured->origin == stream) --captures_under_way;
    delete stream;
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    if (const cudaError_t error = may_wait_for(stream)) return error;
    strider::emulation::runtime::wait_for(order_of(stream).record());
    return strider::emulation::runtime::kernel_error();
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
    if (const cudaError_t error = may_wait_for(stream)) return error;
    return query(order_of(stream).record());
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned flags) {
    if (callback == nullptr) return invalid_value("the function is null");
    if (flags != 0) return unknown_flags();
    if (exists(stream) && is_captured(stream)) return refuse_in_capture(stream);
    return enqueue(stream, cudaGraphNodeTypeHost,
                   [=] {
                       call_host(reinterpret_cast<const void*>(callback),
                                 [&] { callback(stream, strider::emulation::runtime::kernel_error(), data); });
                       return cudaSuccess;
                   },
                   {.at = __builtin_return_address(0), .in_order = true});
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    if (function == nullptr) return invalid_value("the function is null");
    const strider::emulation::runtime::node_parameters parameters = cudaHostNodeParams{function, data};
    return enqueue(stream, cudaGraphNodeTypeHost,
                   [=] {
                       call_host(reinterpret_cast<const void*>(function), [&] { function(data); });
                       return cudaSuccess;
                   },
                   {.at = __builtin_return_address(0), .in_order = true, .parameters = &parameters});
}

// ---- Capture

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
    static std::atomic<unsigned long long> last_id = 0;
    if (!exists(stream)) return no_stream();
    if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed)
        return invalid_value("the mode of the capture does not exist");
    if (is_default(stream))
        return set_last_error(cudaErrorStreamCaptureUnsupported,
                              "the default stream cannot be captured: create a stream by cudaStreamCreate()");
    if (is_captured(stream)) return set_last_error(cudaErrorIllegalState, "the stream is being captured already");
    stream->captured = std::make_shared<capture>(stream, mode, ++last_id);
    ++captures_under_way;
    stream->frontier.clear();
    stream->started.clear();
    stream->last = nullptr;
    return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    if (graph == nullptr) return invalid_value("the pointer to the new graph is null");
    *graph = nullptr;
    if (!exists(stream)) return no_stream();
    if (!is_captured(stream))
        return no_object("the stream is not being captured: call cudaStreamBeginCapture() before",
                         cudaErrorIllegalState);
    const std::shared_ptr<capture> ended = stream->captured;
    if (ended->origin != stream)
        return set_last_error(cudaErrorStreamCaptureUnmatched, "the capture began in another stream");
    if (ended->mode != cudaStreamCaptureModeRelaxed && ended->thread != std::this_thread::get_id())
        return set_last_error(cudaErrorStreamCaptureWrongThread,
                              "another thread began the capture, and its mode is not cudaStreamCaptureModeRelaxed");
    // Every node of a stream that joined must come before one of this stream.
    std::vector<cudaGraphNode_t> reached = stream->frontier;
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (const cudaGraphNode_t before : reached[i]->after)
            if (std::find(reached.begin(), reached.end(), before) == reached.end()) reached.push_back(before);
    const bool unjoined = reached.size() != ended->graph->nodes.size();
    stream->captured = nullptr;
    --captures_under_way;
    for (const cudaStream_t one : ended->joined)
        if (streams().contains(one)) one->captured = nullptr;
    std::unique_ptr<CUgraph_st> made = std::move(ended->graph);
    if (ended->invalidated) return invalidated();
    if (unjoined)
        return set_last_error(cudaErrorStreamCaptureUnjoined,
                              "another stream has joined the capture, and the stream that began it does not wait for "
                              "the other's last work: record an event there, and cudaStreamWaitEvent() for it here");
    *graph = made.release();
    strider::emulation::runtime::graphs().add(*graph);
    return cudaSuccess;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
    return cudaStreamGetCaptureInfo(stream, status);
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id) {
    if (!exists(stream)) return no_stream();
    if (status == nullptr) return invalid_value("the pointer to the status is null");
    if (is_legacy(stream) && strider::emulation::runtime::legacy_is_captured())
        return set_last_error(cudaErrorStreamCaptureImplicit, blocking_stream_is_captured);
    *status = !is_captured(stream)            ? cudaStreamCaptureStatusNone
              : stream->captured->invalidated ? cudaStreamCaptureStatusInvalidated
                                              : cudaStreamCaptureStatusActive;
    if (id != nullptr && is_captured(stream)) *id = stream->captured->id;
    return cudaSuccess;
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    if (mode == nullptr || *mode < cudaStreamCaptureModeGlobal || *mode > cudaStreamCaptureModeRelaxed)
        return invalid_value("the mode of the capture does not exist");
    std::swap(*mode, mode_of_thread);
    return cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
