// Ranks that compute on a GPU each, by NCCL: for kernel files that nvcc compiles; link with strider::nccl.
//
//     strider::distributed all{strider::nccl_communicator(comm), strider::gpu{stream}};
//     const double sum = strider::reduce(all, my_part);  // in memory of this rank's GPU
//
// Bytes go from one GPU's memory to another GPU's memory, in the order of the policy's stream.
#pragma once

#if !defined(__CUDACC__)
#error "strider/distributed/nccl.hpp is for files that nvcc compiles"
#endif

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

#include <nccl.h>

#include <strider/cuda/policy.hpp>
#include <strider/distributed/communicator.hpp>
#include <strider/distributed/memory.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

/// The ranks of an ncclComm_t, which stays the caller's: it must outlive this object and its copies. Its GPU must be
/// current in every call. The caller orders all other uses of it.
///
/// A call throws lost_peer after an error of NCCL. It also throws lost_peer if its work is not done within `timeout`
/// after this rank begins to wait for it; that time includes the rank's own work before. All later calls throw
/// lost_peer too. The ncclComm_t has then been aborted by ncclCommAbort: it is gone, and must not be destroyed. NCCL
/// connects two ranks in their first call. On a blocking communicator this may wait for ever. With
/// ncclConfig_t::blocking = 0, the call gives up like any other.
class nccl_communicator {
public:
    explicit nccl_communicator(ncclComm_t communicator, std::chrono::milliseconds timeout = std::chrono::minutes(5))
        : state_(std::make_shared<state>(communicator, timeout)) {}

    int rank() const { return state_->rank; }
    int size() const { return state_->size; }

    void all_gather(const gpu& local, const void* mine, void* all, std::size_t bytes) const {
        state_->require();
        state_->settle(ncclAllGather(mine, all, bytes, ncclUint8, state_->comm, local.stream), "ncclAllGather");
    }

    void exchange(const gpu& local, std::span<const outgoing> sends, std::span<const incoming> receives) const {
        state_->require();
        if (sends.empty() && receives.empty()) return;
        ncclResult_t result = ncclGroupStart();
        const auto started = [&] { return result == ncclSuccess || result == ncclInProgress; };
        for (std::size_t i = 0; i < sends.size() && started(); ++i) {
            result = ncclSend(sends[i].memory, sends[i].bytes, ncclUint8, sends[i].rank, state_->comm, local.stream);
        }
        for (std::size_t i = 0; i < receives.size() && started(); ++i) {
            const incoming& receive = receives[i];
            result = ncclRecv(receive.memory, receive.bytes, ncclUint8, receive.rank, state_->comm, local.stream);
        }
        const ncclResult_t ended = ncclGroupEnd();
        state_->settle(started() ? ended : result, "ncclSend and ncclRecv");
    }

    void wait(const gpu& local) const {
        state_->require();
        const auto deadline = state_->deadline();
        cudaError_t status = cudaStreamQuery(local.stream);
        while (status == cudaErrorNotReady) {
            state_->require_no_error("a collective call", deadline);
            status = cudaStreamQuery(local.stream);
        }
        static_cast<void>(cudaGetLastError());  // that it was not ready, for one
        if (status != cudaSuccess) {
            state_->give_up("this rank's GPU has failed");
            detail::check(status, "cudaStreamQuery");
        }
        state_->require_no_error("a collective call", deadline);
    }

private:
    using clock = std::chrono::steady_clock;

    struct state {
        ncclComm_t comm;
        int rank = 0, size = 1;
        std::chrono::milliseconds timeout;
        std::string failure;

        state(ncclComm_t communicator, std::chrono::milliseconds most) : comm(communicator), timeout(most) {
            if (communicator == nullptr) throw std::invalid_argument("nccl_communicator: no communicator");
            settle(ncclSuccess, "nccl_communicator");  // one that is not blocking may yet be on its way
            settle(ncclCommUserRank(comm, &rank), "ncclCommUserRank");
            settle(ncclCommCount(comm, &size), "ncclCommCount");
        }
        state(const state&) = delete;
        state& operator=(const state&) = delete;

        clock::time_point deadline() const { return clock::now() + timeout; }

        void require() const {
            if (!failure.empty()) throw lost_peer(failure);
        }
        void give_up(const std::string& why) {
            failure = why;
            ncclCommAbort(comm);
        }
        [[noreturn]] void lose(const std::string& why) {
            give_up(why);
            throw lost_peer(why);
        }

        /// Throws if NCCL's work in the background has failed; returns whether it is done.
        bool require_no_error(const std::string& call, clock::time_point until) {
            ncclResult_t result = ncclSuccess;
            const ncclResult_t asked = ncclCommGetAsyncError(comm, &result);
            if (asked != ncclSuccess) result = asked;
            if (result != ncclSuccess && result != ncclInProgress) {
                lose(call + ": " + ncclGetErrorString(result));
            }
            if (clock::now() > until) {
                lose(call + " is not done within " + std::to_string(timeout.count()) + " ms");
            }
            return result == ncclSuccess;
        }

        /// Waits until a call has been started, which needs its time on a communicator that is not blocking.
        void settle(ncclResult_t result, const std::string& call) {
            if (result != ncclSuccess && result != ncclInProgress) lose(call + ": " + ncclGetErrorString(result));
            const auto until = deadline();
            while (!require_no_error(call, until)) {
            }
        }
    };

    std::shared_ptr<state> state_;
};

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
