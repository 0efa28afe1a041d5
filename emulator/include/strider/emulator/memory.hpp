// Global memory for the checks. An access outside of all allocations and regions is out of bounds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace strider::emulation {

/// Properties of an allocation beside its size.
struct allocation {
    bool exact = false;             ///< mark_written() reports every write of the host
    bool of_both_sides = false;     ///< managed or mapped: the host accesses it too
    const void* made_at = nullptr;  ///< the call that allocated it, for findings
    int device = any_device;        ///< the device that owns the memory
    std::size_t element_bytes = 0;  ///< where it is known as an array of such elements
    static constexpr int any_device = -1;
};

/// Allocates `bytes` of uninitialised device memory, aligned to 256, with guards on both sides. A kernel that reads it
/// before a write has an uninitialised-read finding. Throws std::bad_alloc. Zero bytes give a unique pointer, as
/// cudaMalloc does.
void* allocate(std::size_t bytes, std::string name = "", const allocation& how = {});

/// Frees memory of `allocate`. Ignores a null pointer, as cudaFree does. Throws std::invalid_argument for any other
/// pointer.
void release(void* pointer);

/// Whether the byte belongs to an allocation that was released recently.
bool was_released(const void* pointer);

struct live_allocation {
    void* pointer;
    std::size_t bytes;
    const void* made_at;
};

/// All allocations that were not released.
std::vector<live_allocation> live_allocations();

/// Tells the checks that the host has written these bytes of an allocation, so that they count as initialised. Has no
/// effect on other memory.
void mark_written(const void* pointer, std::size_t bytes);

struct memory_entry;

/// Lets kernels use host memory: while this lives, the bytes count as initialised global memory, which kernels may read
/// and, if writable, write. Findings call it `name`. Regions may nest and overlap; an access must lie within one of
/// them.
class region {
public:
    /// `of_both_sides`: see allocation.
    region(const void* pointer, std::size_t bytes, std::string name = "", bool writable = true,
           bool of_both_sides = false);
    ~region();
    region(region&& other) noexcept;
    region& operator=(region&& other) noexcept;

private:
    std::shared_ptr<const memory_entry> entry_;
};

/// The region of a span, writable unless its elements are const.
template <class T, std::size_t Extent>
region share(std::span<T, Extent> elements, std::string name = "") {
    return region(elements.data(), elements.size_bytes(), std::move(name), !std::is_const_v<T>);
}

/// An array in device memory, for tests and examples. The host may access it too.
template <class T>
class device_array {
public:
    explicit device_array(std::size_t count, std::string name = "")
        : data_(static_cast<T*>(allocate(count * sizeof(T), std::move(name)))), size_(count) {}
    explicit device_array(const std::vector<T>& values, std::string name = "")
        : device_array(values.size(), std::move(name)) {
        std::copy(values.begin(), values.end(), data_);
    }
    ~device_array() { release(data_); }
    device_array(const device_array&) = delete;
    device_array& operator=(const device_array&) = delete;

    T* data() { return data_; }
    std::size_t size() const { return size_; }
    T& operator[](std::size_t i) { return data_[i]; }
    T* begin() { return data_; }
    T* end() { return data_ + size_; }

private:
    T* data_;
    std::size_t size_;
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
