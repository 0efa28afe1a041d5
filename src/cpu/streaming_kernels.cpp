// Copies past the caches: this file is compiled once for each instruction set.
#include <algorithm>
#include <cstdint>
#include <cstring>

#include <strider/cpu/past_caches.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/streaming_kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void stream_bytes(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
    const hn::ScalableTag<std::uint8_t> d;
    const std::size_t width = hn::Lanes(d);
    const std::size_t misaligned = reinterpret_cast<std::uintptr_t>(to) % width;
    std::size_t i = std::min(misaligned == 0 ? 0 : width - misaligned, bytes);
    std::memcpy(to, from, i);
    for (; i + width <= bytes; i += width) hn::Stream(hn::LoadU(d, from + i), d, to + i);
    std::memcpy(to + i, from + i, bytes - i);
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(stream_bytes);

void stream_copy(void* to, const void* from, std::size_t bytes) {
    HWY_DYNAMIC_DISPATCH(stream_bytes)
    (static_cast<std::uint8_t*>(to), static_cast<const std::uint8_t*>(from), bytes);
}

void finish_streaming() { hwy::FlushStream(); }

}  // namespace strider::cpu_backend
#endif
