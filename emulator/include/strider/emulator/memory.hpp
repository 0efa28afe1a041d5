// Global memory as the checks know it. An access that lies in no allocation and no region is out of bounds.
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

/// What is known of an allocation beside its size.
struct allocation {
    bool exact = false;             ///< the host writes to it only what mark_written() is told
    bool of_both_sides = false;     ///< managed or mapped: the host accesses it as well
    const void* made_at = nullptr;  ///< the address of the code that asked for it, for findings
    int device = any_device;        ///< whose memory it is
    static constexpr int any_device = -1;
};

/// Uninitialised device memory of `bytes` bytes, aligned to 256, with guards on both sides: reading what was never
/// written is an uninitialised-read finding. Throws std::bad_alloc. Zero bytes give a unique pointer, as cudaMalloc.
void* allocate(std::size_t bytes, std::string name = "", const allocation& how = {});

/// Gives back what `allocate` returned; a null pointer is ignored, as by cudaFree.
/// Throws std::invalid_argument for any other pointer.
void release(void* pointer);

/// Whether an allocation that held this byte has been released, not long ago.
bool was_released(const void* pointer);

struct live_allocation {
    void* pointer;
    std::size_t bytes;
    const void* made_at;
};

/// What `allocate` has returned and `release` has not had.
std::vector<live_allocation> live_allocations();

/// Tells the checks that the host has written these bytes of an allocation: they count as initialised from now on.
/// Other memory is left as it is.
void mark_written(const void* pointer, std::size_t bytes);

struct memory_entry;

/// Makes the kernels' view of host memory: for its lifetime the bytes count as initialised global memory, which
/// kernels may read and, if writable, write. `name` is what findings call it. Regions may nest and overlap; an access
/// is good if it lies within one of them.
class region {
public:
    /// `of_both_sides`: as in allocation.
    region(const void* pointer, std::size_t bytes, std::string name = "", bool writable = true,
           bool of_both_sides = false);
    ~region();
    region(region&& other) noexcept;
    region& operator=(region&& other) noexcept;

private:
    std::shared_ptr<const memory_entry> entry_;
};

/// The region of a span: writable unless its elements are const.
template <class T, std::size_t Extent>
region share(std::span<T, Extent> elements, std::string name = "") {
    return region(elements.data(), elements.size_bytes(), std::move(name), !std::is_const_v<T>);
}

/// An array in device memory from `allocate`, for tests and examples; the host may read and write it as well.
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
