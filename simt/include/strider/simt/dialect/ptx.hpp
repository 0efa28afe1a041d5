#pragma once
#include <strider/simt/dialect/intrinsic.hpp>
namespace simt::ptx {
[[noreturn]] STRIDER_SIMT_INTRINSIC void refuse(const char* what) { simt::refuse(STRIDER_SIMT_CALLER, what); }
}  // namespace simt::ptx
