// What ranks send each other while the place computes.
#pragma once

#include <strider/distributed/memory.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace detail {

/// A second stream of the place, for exchanges that run beside the calls on the policy's. Only CUDA has one: elsewhere
/// it is the policy's own, and one follows the other. The device must be done with both before it ends.
template <class Local>
class wire {
public:
    explicit wire(const Local& at) : at_(at) {}

    /// Where exchanges go.
    const Local& at() const { return at_; }
    /// What is started on the wire from now on follows what has been started on the policy's stream.
    void follow_work() const {}
    /// What is started on the policy's stream from now on follows what has been started on the wire.
    void lead_work() const {}

private:
    Local at_;
};

#if defined(__CUDACC__)
template <>
class wire<cuda> {
public:
    explicit wire(const cuda& at) : work_(at.stream), at_(at) {
        int lowest = 0, highest = 0;  // so that what travels starts beside kernels that fill the device
        check(cudaDeviceGetStreamPriorityRange(&lowest, &highest), "cudaDeviceGetStreamPriorityRange");
        check(cudaStreamCreateWithPriority(&at_.stream, cudaStreamNonBlocking, highest), "cudaStreamCreate");
        const cudaError_t status = cudaEventCreateWithFlags(&event_, cudaEventDisableTiming);
        if (status != cudaSuccess) cudaStreamDestroy(at_.stream);
        check(status, "cudaEventCreate");
    }
    wire(const wire&) = delete;
    wire& operator=(const wire&) = delete;
    ~wire() {
        cudaEventDestroy(event_);
        cudaStreamDestroy(at_.stream);
    }

    const cuda& at() const { return at_; }
    void follow_work() const { order(work_, at_.stream); }
    void lead_work() const { order(at_.stream, work_); }

private:
    void order(cudaStream_t first, cudaStream_t second) const {
        check(cudaEventRecord(event_, first), "cudaEventRecord");
        check(cudaStreamWaitEvent(second, event_, 0), "cudaStreamWaitEvent");
    }

    cudaStream_t work_;
    cuda at_;
    cudaEvent_t event_ = nullptr;
};
#endif

}  // namespace detail
}  // namespace STRIDER_TARGET
}  // namespace strider
