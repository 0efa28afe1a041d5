// Memory of a device, given back at the end of its scope.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <ladders/harness/device.hpp>

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

/// The same between two zones that nobody may write to. What reads them gets no zeros: a result that depends on them is
/// wrong. There are none where the device itself finds such accesses.
class guarded_memory {
public:
    guarded_memory(ladders::device& on, std::size_t bytes)
        : device_(on), bytes_(bytes), zone_(on.finds_bad_accesses() ? 0 : 4096), all_(on, bytes + 2 * zone_) {
        guard();
    }

    std::byte* get() const { return static_cast<std::byte*>(all_.get()) + zone_; }
    std::size_t bytes() const { return bytes_; }

    /// Whether nothing was written beyond its ends since this was asked last.
    bool is_intact() {
        if (zone_ == 0) return true;
        std::vector<std::byte> found(2 * zone_);
        device_.copy_out(found.data(), all_.get(), zone_);
        device_.copy_out(found.data() + zone_, end(), zone_);
        const bool intact = std::all_of(found.begin(), found.end(), [](std::byte one) { return one == pattern; });
        if (!intact) guard();
        return intact;
    }

private:
    static constexpr std::byte pattern{0x5A};

    std::byte* end() const { return get() + bytes_; }

    void guard() {
        const std::vector<std::byte> bytes(zone_, pattern);
        device_.copy_in(all_.get(), bytes.data(), zone_);
        device_.copy_in(end(), bytes.data(), zone_);
    }

    ladders::device& device_;
    std::size_t bytes_, zone_;
    device_memory all_;
};

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
