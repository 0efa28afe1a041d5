// cuda_awbarrier.h: barriers in shared memory by functions of C, and by the class that was before cuda::barrier.
#pragma once

#include <cstdint>

#include <strider/emulator/dialect/asynchronous.hpp>
#include <strider/emulator/dialect/intrinsic.hpp>

using __mbarrier_t = std::uint64_t;
using __mbarrier_token_t = std::uint64_t;

STRIDER_EMULATOR_ARITHMETIC constexpr std::uint32_t __mbarrier_maximum_count() { return (1 << 20) - 1; }
STRIDER_EMULATOR_INTRINSIC void __mbarrier_init(__mbarrier_t* barrier, std::uint32_t expected) {
    strider::emulation::barrier_init(STRIDER_EMULATOR_CALLER, barrier, expected);
}
STRIDER_EMULATOR_ARITHMETIC void __mbarrier_inval(__mbarrier_t*) {}
STRIDER_EMULATOR_INTRINSIC __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
    return strider::emulation::barrier_arrive(STRIDER_EMULATOR_CALLER, barrier, 1);
}
STRIDER_EMULATOR_INTRINSIC __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
    return strider::emulation::barrier_arrive(STRIDER_EMULATOR_CALLER, barrier, 1, 0, true);
}
STRIDER_EMULATOR_INTRINSIC bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token) {
    return strider::emulation::barrier_test(STRIDER_EMULATOR_CALLER, barrier, token);
}
STRIDER_EMULATOR_INTRINSIC bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token, std::uint32_t) {
    return strider::emulation::barrier_test(STRIDER_EMULATOR_CALLER, barrier, token);
}
STRIDER_EMULATOR_INTRINSIC bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool parity) {
    return strider::emulation::barrier_test_parity(STRIDER_EMULATOR_CALLER, barrier, parity);
}
STRIDER_EMULATOR_INTRINSIC bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool parity, std::uint32_t) {
    return strider::emulation::barrier_test_parity(STRIDER_EMULATOR_CALLER, barrier, parity);
}

namespace nvcuda::experimental {

class awbarrier {
public:
    using arrival_token = __mbarrier_token_t;

    STRIDER_EMULATOR_INTRINSIC arrival_token arrive() {
        return strider::emulation::barrier_arrive(STRIDER_EMULATOR_CALLER, this, 1);
    }
    STRIDER_EMULATOR_INTRINSIC arrival_token arrive_and_drop() {
        return strider::emulation::barrier_arrive(STRIDER_EMULATOR_CALLER, this, 1, 0, true);
    }
    STRIDER_EMULATOR_INTRINSIC void arrive_and_wait() {
        strider::emulation::barrier_arrive_and_wait(STRIDER_EMULATOR_CALLER, this);
    }
    STRIDER_EMULATOR_INTRINSIC void wait(arrival_token token) {
        strider::emulation::barrier_wait(STRIDER_EMULATOR_CALLER, this, token);
    }
    STRIDER_EMULATOR_INTRINSIC bool timed_wait(arrival_token token, std::uint32_t) {
        return strider::emulation::barrier_test(STRIDER_EMULATOR_CALLER, this, token);
    }
    STRIDER_EMULATOR_INTRINSIC bool try_wait(arrival_token token, std::uint32_t) {
        return strider::emulation::barrier_test(STRIDER_EMULATOR_CALLER, this, token);
    }
    STRIDER_EMULATOR_INTRINSIC bool timed_wait_parity(bool parity, std::uint32_t) {
        return strider::emulation::barrier_test_parity(STRIDER_EMULATOR_CALLER, this, parity);
    }
    STRIDER_EMULATOR_INTRINSIC bool try_wait_parity(bool parity, std::uint32_t) {
        return strider::emulation::barrier_test_parity(STRIDER_EMULATOR_CALLER, this, parity);
    }
    STRIDER_EMULATOR_ARITHMETIC static constexpr std::uint32_t max() { return __mbarrier_maximum_count(); }

private:
    std::uint64_t state_;  ///< its address names the emulator's barrier
};

STRIDER_EMULATOR_INTRINSIC void init(awbarrier* barrier, std::uint32_t expected) {
    strider::emulation::barrier_init(STRIDER_EMULATOR_CALLER, barrier, expected);
}
STRIDER_EMULATOR_ARITHMETIC void inval(awbarrier*) {}

}  // namespace nvcuda::experimental
// SPDX-License-Identifier: Apache-2.0
