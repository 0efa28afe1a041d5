// __threadfence and its kin. They order like the strongest fence, as CUDA documents.
#pragma once

#include <strider/simt/dialect/intrinsic.hpp>

STRIDER_SIMT_INTRINSIC void __threadfence_block() {
    strider::executor::fence(STRIDER_SIMT_CALLER, strider::executor::scope::block, strider::executor::order::seq_cst);
}
STRIDER_SIMT_INTRINSIC void __threadfence() {
    strider::executor::fence(STRIDER_SIMT_CALLER, strider::executor::scope::device, strider::executor::order::seq_cst);
}
STRIDER_SIMT_INTRINSIC void __threadfence_system() {
    strider::executor::fence(STRIDER_SIMT_CALLER, strider::executor::scope::system, strider::executor::order::seq_cst);
}
// SPDX-License-Identifier: Apache-2.0
