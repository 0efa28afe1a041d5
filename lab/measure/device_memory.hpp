// Memory of a device, given back at the end of its scope.
#pragma once

#include <algorithm>
#include <cstddef>

#include <ladders/device.hpp>

namespace strider::lab {

class device_memory {
public:
    device_memory(ladders::device& on, std::size_t bytes)
        : device_(&on), memory_(on.allocate(std::max<std::size_t>(bytes, 1))) {}
    ~device_memory() { device_->release(memory_); }
    device_memory(const device_memory&) = delete;
    device_memory& operator=(const device_memory&) = delete;
    void* get() const { return memory_; }

private:
    ladders::device* device_;
    void* memory_;
};

}  // namespace strider::lab
