// Events, and streams that wait for them.
#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

#include "streams.hpp"
#include "unfinished.hpp"

using namespace strider::emulation::runtime;
using strider::emulation::current_operation;
using strider::emulation::operation_set;
using strider::emulation::stream_operation;

struct CUevent_st {
    std::chrono::steady_clock::time_point time;
    bool recorded = false;
    bool times = true;
    operation_set before;                                    // what comes before it
    std::vector<strider::emulation::launch_number> started;  // the launch that recorded it, if others may wait for that
    std::shared_ptr<capture> captured;                       // the capture that it was recorded in last
    std::vector<cudaGraphNode_t> frontier, started_nodes;
};

namespace {

/// Never destroyed: static objects of the program may use them to the end.
existing<CUevent_st>& events() {
    static auto* const all = new existing<CUevent_st>;
    return *all;
}
cudaError_t no_event() {
    return no_object("the event does not exist: it was not created, or is destroyed", cudaErrorInvalidResourceHandle);
}

}  // namespace

cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
    if (event == nullptr) return invalid_value("the pointer to the new event is null");
    if (flags > (cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess)) return unknown_flags();
    if ((flags & cudaEventInterprocess) != 0 && (flags & cudaEventDisableTiming) == 0)
        return invalid_value("cudaEventInterprocess needs cudaEventDisableTiming");
    *event = new CUevent_st;
    (*event)->times = (flags & cudaEventDisableTiming) == 0;
    events().add(*event);
    return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    if (event == nullptr) return set_last_error(cudaErrorInvalidResourceHandle, "the event is null", refusal::of_hint);
    if (!events().remove(event)) return no_event();
    delete event;
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    if (!events().contains(event)) return no_event();
    if (!exists(stream)) return no_stream();
    if (const cudaError_t error = use_in_capture(stream)) return error;
    event->captured = is_captured(stream) ? stream->captured : nullptr;
    if (event->captured != nullptr) {
        if (event->captured->invalidated) return invalidated();
        event->frontier = stream->frontier;
        event->started_nodes.clear();
        return cudaSuccess;
    }
    const stream_operation* const node = current_operation();
    event->before = node != nullptr ? node->before : order_of(stream).record();
    event->started.clear();
    event->time = std::chrono::steady_clock::now();
    event->recorded = true;
    return cudaSuccess;
}
cudaError_t strider::emulation::runtime::may_record_start(cudaEvent_t event) {
    if (!events().contains(event)) return no_event();
    return event->times ? invalid_value("an event of a launch's start is created with cudaEventDisableTiming")
                        : cudaSuccess;
}
void strider::emulation::runtime::record_start(cudaEvent_t event, const stream_operation& launch, bool may_wait) {
    event->captured = nullptr;
    event->before = launch.before;
    event->started.clear();
    if (may_wait) event->started.push_back({launch.line, launch.number});
    event->recorded = true;
}
void strider::emulation::runtime::record_start(cudaEvent_t event, const std::shared_ptr<capture>& in,
                                               cudaGraphNode_t launch, bool may_wait) {
    event->captured = in;
    event->frontier = launch->after;
    event->started_nodes.clear();
    if (may_wait) event->started_nodes.push_back(launch);
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    return flags > cudaEventRecordExternal ? unknown_flags() : cudaEventRecord(event, stream);
}
namespace {
cudaError_t may_wait_for(cudaEvent_t event) {
    if (!events().contains(event)) return no_event();
    if (event->captured == nullptr || event->captured->graph == nullptr) return forbidden_in_capture();
    event->captured->invalidated = true;
    return set_last_error(cudaErrorCapturedEvent, "the event was recorded in a stream that is being captured");
}
}  // namespace

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    if (const cudaError_t error = may_wait_for(event)) return error;
    wait_for(event->before);
    return kernel_error();
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
    const cudaError_t error = may_wait_for(event);
    return error != cudaSuccess ? error : query(event->before);
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
    if (milliseconds == nullptr) return invalid_value("the pointer to the time is null");
    for (const cudaEvent_t event : {from, to}) {
        if (!events().contains(event)) return no_event();
        if (!event->recorded || !event->times)
            return set_last_error(
                cudaErrorInvalidResourceHandle,
                event->times ? "the event was never recorded" : "the event was created with cudaEventDisableTiming");
    }
    *milliseconds = std::chrono::duration<float, std::milli>(to->time - from->time).count();
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    if (!exists(stream)) return no_stream();
    if (!events().contains(event)) return no_event();
    if (flags > cudaEventWaitExternal) return unknown_flags();
    if (stream_operation* const node = current_operation()) {
        node->before.add(event->before);
        return cudaSuccess;
    }
    if (const cudaError_t error = use_in_capture(stream)) return error;
    if (is_captured(stream) && stream->captured->invalidated) return invalidated();
    if (event->captured == nullptr || event->captured->graph == nullptr || is_default(stream)) {
        if (is_captured(stream) && event->recorded && flags != cudaEventWaitExternal)
            return refuse_in_capture(stream, cudaErrorStreamCaptureIsolation,
                                     "the stream is being captured, and the event was recorded outside of the capture: "
                                     "let the host wait before the capture, or pass cudaEventWaitExternal");
        order_of(stream).follow(event->before);
        for (const auto& launch : event->started) order_of(stream).follow_start(launch);
        return cudaSuccess;
    }
    if (stream->captured == nullptr) {  // it joins the capture
        stream->captured = event->captured;
        stream->captured->joined.push_back(stream);
        stream->frontier.clear();
        stream->started.clear();
        stream->last = nullptr;
    } else if (stream->captured != event->captured) {
        event->captured->invalidated = true;
        return refuse_in_capture(stream, cudaErrorStreamCaptureMerge,
                                 "the stream and the event belong to two captures, and a graph comes of one");
    }
    for (const cudaGraphNode_t node : event->frontier)
        if (std::find(stream->frontier.begin(), stream->frontier.end(), node) == stream->frontier.end())
            stream->frontier.push_back(node);
    stream->started.insert(stream->started.end(), event->started_nodes.begin(), event->started_nodes.end());
    return cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
