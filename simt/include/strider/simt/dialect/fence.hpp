// __threadfence and its kin. They order like the strongest fence, as CUDA documents.
#pragma once

#include <strider/simt/dialect/intrinsic.hpp>

STRIDER_SIMT_INTRINSIC void __threadfence_block() {
    simt::fence(STRIDER_SIMT_CALLER, simt::scope::block, simt::order::seq_cst);
}
STRIDER_SIMT_INTRINSIC void __threadfence() {
    simt::fence(STRIDER_SIMT_CALLER, simt::scope::device, simt::order::seq_cst);
}
STRIDER_SIMT_INTRINSIC void __threadfence_system() {
    simt::fence(STRIDER_SIMT_CALLER, simt::scope::system, simt::order::seq_cst);
}
