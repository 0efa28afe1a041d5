// __threadfence and its kin. They order like the strongest fence, as CUDA documents.
#pragma once

#include <strider/simt/dialect/intrinsic.hpp>

STRIDER_SIMT_INTRINSIC void __threadfence_block() {
    strider::simt::fence(STRIDER_SIMT_CALLER, strider::simt::scope::block, strider::simt::order::seq_cst);
}
STRIDER_SIMT_INTRINSIC void __threadfence() {
    strider::simt::fence(STRIDER_SIMT_CALLER, strider::simt::scope::device, strider::simt::order::seq_cst);
}
STRIDER_SIMT_INTRINSIC void __threadfence_system() {
    strider::simt::fence(STRIDER_SIMT_CALLER, strider::simt::scope::system, strider::simt::order::seq_cst);
}
