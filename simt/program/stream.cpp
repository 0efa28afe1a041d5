#include <strider/simt/runtime/stream.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include <strider/simt/runtime/thrust.hpp>

#include "devices.hpp"
#include "graphs.hpp"
#include "unfinished.hpp"

using strider::executor::current_operation;
using strider::executor::operation_set;
using strider::executor::stream_operation;
using strider::executor::runtime::call_host;
using strider::executor::runtime::capture;
using strider::executor::runtime::enqueue;
using strider::executor::runtime::exists;
using strider::executor::runtime::invalid_value;
using strider::executor::runtime::operation_line;
using strider::executor::runtime::set_last_error;

struct CUstream_st {
    unsigned flags = cudaStreamDefault;
    int priority = 0;
    operation_line order;
    std::shared_ptr<capture> captured;      // while it is
    std::vector<cudaGraphNode_t> frontier;  // what the next node that is captured comes after
};

struct CUevent_st {
    std::chrono::steady_clock::time_point time;
    bool recorded = false;
    bool times = true;
    operation_set before;               // what comes before it
    std::shared_ptr<capture> captured;  // the capture that it was recorded in last
    std::vector<cudaGraphNode_t> frontier;
};

namespace {

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

private:
    mutable std::mutex mutex_;
    std::set<Object*> all_;
    std::atomic<unsigned> made_ = 0;
};
/// Never destroyed: static objects of the program may use them to the end.
existing<CUstream_st>& streams() {
    static auto* const all = new existing<CUstream_st>;
    return *all;
}
existing<CUevent_st>& events() {
    static auto* const all = new existing<CUevent_st>;
    return *all;
}

bool is_default(cudaStream_t stream) {
    return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}
operation_line& order_of(cudaStream_t stream) {
    struct default_streams {
        operation_line legacy, of_threads;
        explicit default_streams(int device)
            : legacy(operation_line::kind::legacy, device), of_threads(operation_line::kind::blocking, device) {}
    };
    if (!is_default(stream)) return stream->order;
    static std::mutex mutex;
    static auto* const all = new std::map<int, default_streams>;
    const int device = strider::executor::runtime::current_device();
    const std::lock_guard guard(mutex);
    default_streams& its = all->try_emplace(device, device).first->second;
    return stream == cudaStreamPerThread ? its.of_threads : its.legacy;
}
bool is_captured(cudaStream_t stream) { return !is_default(stream) && stream->captured != nullptr; }
cudaError_t invalid_handle() { return set_last_error(cudaErrorInvalidResourceHandle); }

cudaError_t query(const operation_set& some) {
    if (!strider::executor::runtime::try_finish(some)) return cudaErrorNotReady;
    strider::executor::runtime::wait_for(some);
    return strider::executor::runtime::kernel_error();
}

/// What may not be done while it is captured spoils the capture.
cudaError_t refuse_in_capture(cudaStream_t stream) {
    stream->captured->invalidated = true;
    return set_last_error(cudaErrorStreamCaptureUnsupported);
}

}  // namespace

bool strider::executor::runtime::several_streams() { return streams().made() > 1; }

int strider::executor::runtime::device_of(cudaStream_t stream) { return order_of(stream).device(); }

bool strider::executor::runtime::exists(cudaStream_t stream) {
    return is_default(stream) || streams().contains(stream);
}

cudaError_t strider::executor::runtime::enqueue(cudaStream_t stream, cudaGraphNodeType type,
                                                std::function<cudaError_t()> work, const stream_call& call) {
    if (!exists(stream)) return invalid_handle();
    if (is_captured(stream)) {
        cudaGraphNode_t node = stream->captured->graph->add(type, std::move(work), stream->frontier);
        node->kernel = call.kernel;
        node->at = call.at;
        stream->frontier = {node};
        return cudaSuccess;
    }
    if (current_operation() != nullptr) return work();  // a node of a graph
    return carry_out(order_of(stream).begin(call.at, name_of(type), call.host_waits), type, std::move(work),
                     call.host_waits || call.at_once);
}

cudaError_t strider::executor::runtime::launch_graph(cudaStream_t stream, std::shared_ptr<const CUgraph_st> graph,
                                                     operation_set& launches, const void* at) {
    if (!exists(stream)) return invalid_handle();
    if (is_captured(stream)) return enqueue(stream, cudaGraphNodeTypeGraph, [graph] { return graph->run(); }, {at});
    const auto& nodes = graph->nodes;
    const bool calls_host =
        std::any_of(nodes.begin(), nodes.end(), [](const auto& node) { return node->type == cudaGraphNodeTypeHost; });
    operation_line& order = order_of(stream);
    order.follow(launches);
    const cudaError_t error = enqueue(stream, calls_host ? cudaGraphNodeTypeHost : cudaGraphNodeTypeGraph,
                                      [graph, plan = graph->plan(order, at)] { return graph->run(plan); }, {at});
    launches = order.record();
    return error;
}

void strider::executor::runtime::expect_no_capture(cudaStream_t stream) {
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
    if (stream == nullptr || flags > cudaStreamNonBlocking) return invalid_value();
    int least = 0, greatest = 0;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    const auto kind =
        flags == cudaStreamNonBlocking ? operation_line::kind::non_blocking : operation_line::kind::blocking;
    order_of(nullptr);  // which blocking streams have an order with
    *stream = new CUstream_st{flags,
                              std::clamp(priority, greatest, least),
                              operation_line(kind, strider::executor::runtime::current_device()),
                              nullptr,
                              {}};
    streams().add(*stream);
    return cudaSuccess;
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
    if (!exists(stream)) return invalid_handle();
    *flags = is_default(stream) ? cudaStreamDefault : stream->flags;
    return cudaSuccess;
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
    if (!exists(stream)) return invalid_handle();
    *priority = is_default(stream) ? 0 : stream->priority;
    return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    if (is_default(stream) || !streams().remove(stream)) return invalid_handle();
    strider::executor::runtime::try_finish(stream->order.record());
    delete stream;
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    if (!exists(stream)) return invalid_handle();
    if (is_captured(stream)) return refuse_in_capture(stream);
    strider::executor::runtime::wait_for(order_of(stream).record());
    return strider::executor::runtime::kernel_error();
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
    if (!exists(stream)) return invalid_handle();
    if (is_captured(stream)) return refuse_in_capture(stream);
    return query(order_of(stream).record());
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
    if (!exists(stream) || !events().contains(event)) return invalid_handle();
    if (stream_operation* const node = current_operation()) {
        node->before.add(event->before);
        return cudaSuccess;
    }
    if (event->captured == nullptr || event->captured->graph == nullptr || is_default(stream)) {
        order_of(stream).follow(event->before);
        return cudaSuccess;
    }
    if (stream->captured == nullptr) {  // it joins the capture
        stream->captured = event->captured;
        stream->captured->joined.push_back(stream);
        stream->frontier.clear();
    } else if (stream->captured != event->captured) {
        return set_last_error(cudaErrorStreamCaptureMerge);
    }
    for (const cudaGraphNode_t node : event->frontier)
        if (std::find(stream->frontier.begin(), stream->frontier.end(), node) == stream->frontier.end())
            stream->frontier.push_back(node);
    return cudaSuccess;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned flags) {
    if (callback == nullptr || flags != 0) return invalid_value();
    if (exists(stream) && is_captured(stream)) return refuse_in_capture(stream);
    return enqueue(stream, cudaGraphNodeTypeHost,
                   [=] {
                       call_host(reinterpret_cast<const void*>(callback),
                                 [&] { callback(stream, strider::executor::runtime::kernel_error(), data); });
                       return cudaSuccess;
                   },
                   {.at = __builtin_return_address(0)});
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    if (function == nullptr) return invalid_value();
    return enqueue(stream, cudaGraphNodeTypeHost,
                   [=] {
                       call_host(reinterpret_cast<const void*>(function), [&] { function(data); });
                       return cudaSuccess;
                   },
                   {.at = __builtin_return_address(0)});
}

// ---- Capture

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
    static std::atomic<unsigned long long> last_id = 0;
    if (!exists(stream)) return invalid_handle();
    if (is_default(stream)) return set_last_error(cudaErrorStreamCaptureUnsupported);
    if (is_captured(stream)) return set_last_error(cudaErrorIllegalState);
    stream->captured = std::make_shared<capture>();
    stream->captured->origin = stream;
    stream->captured->id = ++last_id;
    stream->frontier.clear();
    return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    if (graph == nullptr) return invalid_value();
    *graph = nullptr;
    if (!exists(stream)) return invalid_handle();
    if (!is_captured(stream)) return set_last_error(cudaErrorIllegalState);
    const std::shared_ptr<capture> ended = stream->captured;
    if (ended->origin != stream) return set_last_error(cudaErrorStreamCaptureUnmatched);
    // Every node of a stream that joined must come before one of this stream.
    std::vector<cudaGraphNode_t> reached = stream->frontier;
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (const cudaGraphNode_t before : reached[i]->after)
            if (std::find(reached.begin(), reached.end(), before) == reached.end()) reached.push_back(before);
    const bool unjoined = reached.size() != ended->graph->nodes.size();
    stream->captured = nullptr;
    for (const cudaStream_t one : ended->joined)
        if (streams().contains(one)) one->captured = nullptr;
    std::unique_ptr<CUgraph_st> made = std::move(ended->graph);
    if (ended->invalidated) return set_last_error(cudaErrorStreamCaptureInvalidated);
    if (unjoined) return set_last_error(cudaErrorStreamCaptureUnjoined);
    *graph = made.release();
    return cudaSuccess;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
    return cudaStreamGetCaptureInfo(stream, status);
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id) {
    if (!exists(stream)) return invalid_handle();
    *status = !is_captured(stream)            ? cudaStreamCaptureStatusNone
              : stream->captured->invalidated ? cudaStreamCaptureStatusInvalidated
                                              : cudaStreamCaptureStatusActive;
    if (id != nullptr && is_captured(stream)) *id = stream->captured->id;
    return cudaSuccess;
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    static thread_local cudaStreamCaptureMode current = cudaStreamCaptureModeGlobal;
    std::swap(*mode, current);
    return cudaSuccess;
}

// ---- Events

cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
    if (event == nullptr) return invalid_value();
    *event = new CUevent_st;
    (*event)->times = (flags & cudaEventDisableTiming) == 0;
    events().add(*event);
    return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    if (!events().remove(event)) return invalid_handle();
    delete event;
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    if (!events().contains(event) || !exists(stream)) return invalid_handle();
    event->captured = is_captured(stream) ? stream->captured : nullptr;
    if (event->captured != nullptr) {
        event->frontier = stream->frontier;
        return cudaSuccess;
    }
    const stream_operation* const node = current_operation();
    event->before = node != nullptr ? node->before : order_of(stream).record();
    event->time = std::chrono::steady_clock::now();
    event->recorded = true;
    return cudaSuccess;
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
    return cudaEventRecord(event, stream);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    if (!events().contains(event)) return invalid_handle();
    strider::executor::runtime::wait_for(event->before);
    return strider::executor::runtime::kernel_error();
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
    return events().contains(event) ? query(event->before) : invalid_handle();
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
    if (milliseconds == nullptr) return invalid_value();
    for (const cudaEvent_t event : {from, to})
        if (!events().contains(event) || !event->recorded || !event->times) return invalid_handle();
    *milliseconds = std::chrono::duration<float, std::milli>(to->time - from->time).count();
    return cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
