#include <strider/check/runtime/virtual_memory.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "known_memory.hpp"
#include "unfinished.hpp"

using namespace strider::emulation::runtime;

namespace {

constexpr std::size_t granularity = 2 << 20;

/// A file in memory, so that several addresses can show the same bytes.
struct physical_memory {
    int file;
    std::size_t bytes;
    CUmemAllocationProp how;
    int handles = 1, mappings = 0;  // it lives while there are any
};
struct mapping {
    std::size_t bytes;
    CUmemGenericAllocationHandle memory;
    CUmemAccess_flags access = CU_MEM_ACCESS_FLAGS_PROT_NONE;
};
using mappings = std::map<CUdeviceptr, mapping>;

struct state {
    std::mutex mutex;
    std::map<CUmemGenericAllocationHandle, physical_memory> memories;
    CUmemGenericAllocationHandle last = 0;
    std::map<CUdeviceptr, std::size_t> reserved;
    mappings mapped;
    std::vector<const void*> known;  // where runs of accessible mappings begin
};
state& all() {
    static auto* const one = new state;
    return *one;
}

bool is_multiple(std::size_t number) { return number != 0 && number % granularity == 0; }

bool is_possible(const CUmemAllocationProp* how) {
    int devices = 0;
    cudaGetDeviceCount(&devices);
    return how != nullptr && how->type == CU_MEM_ALLOCATION_TYPE_PINNED &&
           how->location.type == CU_MEM_LOCATION_TYPE_DEVICE && how->location.id >= 0 && how->location.id < devices;
}

/// From now on there is no memory behind the addresses, which stay reserved.
bool take_away(CUdeviceptr begin, std::size_t bytes) {
    return mmap(pointer(begin), bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) !=
           MAP_FAILED;
}

bool is_reserved(CUdeviceptr begin, std::size_t bytes) {
    const auto& reserved = all().reserved;
    auto at = reserved.upper_bound(begin);
    if (at == reserved.begin()) return false;
    CUdeviceptr end = std::prev(at)->first + std::prev(at)->second;
    for (; end < begin + bytes && at != reserved.end() && at->first == end; ++at) end += at->second;
    return begin + bytes > begin && begin + bytes <= end;
}

bool is_free(CUdeviceptr begin, std::size_t bytes) {
    const mappings& mapped = all().mapped;
    const auto behind = mapped.lower_bound(begin + bytes);
    return behind == mapped.begin() || std::prev(behind)->first + std::prev(behind)->second.bytes <= begin;
}

/// The mappings that together are these bytes, first and behind the last.
std::optional<std::pair<mappings::iterator, mappings::iterator>> whole_mappings(CUdeviceptr begin, std::size_t bytes) {
    mappings& mapped = all().mapped;
    const auto first = mapped.find(begin);
    auto at = first;
    CUdeviceptr end = begin;
    for (; at != mapped.end() && at->first == end && end < begin + bytes; ++at) end += at->second.bytes;
    if (bytes == 0 || end != begin + bytes) return std::nullopt;
    return std::pair{first, at};
}

std::optional<mapping> mapping_of(CUdeviceptr byte) {
    const auto behind = all().mapped.upper_bound(byte);
    if (behind == all().mapped.begin()) return std::nullopt;
    const auto& [begin, one] = *std::prev(behind);
    return byte - begin < one.bytes ? std::optional(one) : std::nullopt;
}

/// Kernels and copies know neighbours of one access as one piece of memory: they may run over the border.
void make_known() {
    state& s = all();
    for (const void* begin : s.known) memory().remove(begin, {memory_kind::mapped});
    s.known.clear();
    for (auto mapping = s.mapped.begin(); mapping != s.mapped.end();) {
        const auto& [begin, first] = *mapping;
        std::size_t bytes = 0;
        for (; mapping != s.mapped.end() && mapping->first == begin + bytes && mapping->second.access == first.access;
             ++mapping)
            bytes += mapping->second.bytes;
        if (first.access == CU_MEM_ACCESS_FLAGS_PROT_NONE) continue;
        const bool writable = first.access == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
        memory().add(pointer(begin), bytes, memory_kind::mapped, 0,
                     strider::emulation::region(pointer(begin), bytes, "", writable),
                     s.memories.at(first.memory).how.location.id);
        s.known.push_back(pointer(begin));
    }
}

void let_go(CUmemGenericAllocationHandle handle, int physical_memory::* holders) {
    physical_memory& memory = all().memories.at(handle);
    --(memory.*holders);
    if (memory.handles != 0 || memory.mappings != 0) return;
    close(memory.file);
    all().memories.erase(handle);
}

physical_memory* find_memory(CUmemGenericAllocationHandle handle) {
    const auto at = all().memories.find(handle);
    return at == all().memories.end() || at->second.handles == 0 ? nullptr : &at->second;
}

}  // namespace

CUresult cuMemGetAllocationGranularity(std::size_t* bytes, const CUmemAllocationProp* how,
                                       CUmemAllocationGranularity_flags) {
    if (bytes == nullptr || !is_possible(how)) return CUDA_ERROR_INVALID_VALUE;
    *bytes = granularity;
    return CUDA_SUCCESS;
}

CUresult cuMemAddressReserve(CUdeviceptr* begin, std::size_t bytes, std::size_t alignment, CUdeviceptr wanted,
                             unsigned long long flags) {
    if (begin == nullptr || !is_multiple(bytes) || (alignment & (alignment - 1)) != 0 || flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    const std::lock_guard guard(all().mutex);
    constexpr int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    if (wanted != 0 && wanted % std::max(alignment, granularity) == 0) {
        void* const place = mmap(pointer(wanted), bytes, PROT_NONE, kind | MAP_FIXED_NOREPLACE, -1, 0);
        if (place == pointer(wanted)) {
            all().reserved.emplace(*begin = wanted, bytes);
            return CUDA_SUCCESS;
        }
        if (place != MAP_FAILED) munmap(place, bytes);
    }
    const std::size_t step = std::max(alignment, granularity), whole = bytes + step;
    void* const place = mmap(nullptr, whole, PROT_NONE, kind, -1, 0);
    if (whole < bytes || place == MAP_FAILED) return CUDA_ERROR_OUT_OF_MEMORY;
    const auto from = reinterpret_cast<CUdeviceptr>(place);
    *begin = (from + step - 1) / step * step;
    if (*begin != from) munmap(place, *begin - from);
    if (const std::size_t rest = from + whole - (*begin + bytes); rest != 0) munmap(pointer(*begin + bytes), rest);
    all().reserved.emplace(*begin, bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemAddressFree(CUdeviceptr begin, std::size_t bytes) {
    const std::lock_guard guard(all().mutex);
    const auto at = all().reserved.find(begin);
    if (at == all().reserved.end() || at->second != bytes || !is_free(begin, bytes)) return CUDA_ERROR_INVALID_VALUE;
    all().reserved.erase(at);
    munmap(pointer(begin), bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle* memory, std::size_t bytes, const CUmemAllocationProp* properties,
                     unsigned long long flags) {
    if (memory == nullptr || !is_multiple(bytes) || !is_possible(properties) || flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    std::size_t total = 0;
    cudaMemGetInfo(nullptr, &total);
    const std::lock_guard guard(all().mutex);
    std::size_t created = bytes;
    for (const auto& [handle, one] : all().memories) created += one.bytes;
    if (created > total) return CUDA_ERROR_OUT_OF_MEMORY;
    const int file = memfd_create("strider", MFD_CLOEXEC);
    if (file < 0) return CUDA_ERROR_OUT_OF_MEMORY;
    if (ftruncate(file, static_cast<off_t>(bytes)) != 0) {
        close(file);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    all().memories.emplace(*memory = ++all().last, physical_memory{file, bytes, *properties});
    return CUDA_SUCCESS;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle memory) {
    const std::lock_guard guard(all().mutex);
    if (find_memory(memory) == nullptr) return CUDA_ERROR_INVALID_VALUE;
    let_go(memory, &physical_memory::handles);
    return CUDA_SUCCESS;
}

CUresult cuMemMap(CUdeviceptr begin, std::size_t bytes, std::size_t offset, CUmemGenericAllocationHandle memory,
                  unsigned long long flags) {
    const std::lock_guard guard(all().mutex);
    physical_memory* const physical = find_memory(memory);
    if (physical == nullptr || begin % granularity != 0 || !is_multiple(bytes) || offset != 0 || flags != 0 ||
        bytes > physical->bytes || !is_reserved(begin, bytes) || !is_free(begin, bytes))
        return CUDA_ERROR_INVALID_VALUE;
    if (mmap(pointer(begin), bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, physical->file, 0) == MAP_FAILED)
        return CUDA_ERROR_OUT_OF_MEMORY;
    ++physical->mappings;
    all().mapped.emplace(begin, mapping{bytes, memory});
    return CUDA_SUCCESS;
}

CUresult cuMemUnmap(CUdeviceptr begin, std::size_t bytes) {
    wait_for_all();
    const std::lock_guard guard(all().mutex);
    const auto pieces = whole_mappings(begin, bytes);
    if (!pieces || !take_away(begin, bytes)) return CUDA_ERROR_INVALID_VALUE;
    std::vector<CUmemGenericAllocationHandle> held;
    for (auto at = pieces->first; at != pieces->second; ++at) held.push_back(at->second.memory);
    all().mapped.erase(pieces->first, pieces->second);
    make_known();
    for (const auto memory : held) let_go(memory, &physical_memory::mappings);
    return CUDA_SUCCESS;
}

CUresult cuMemSetAccess(CUdeviceptr begin, std::size_t bytes, const CUmemAccessDesc* all_of, std::size_t count) {
    if (all_of == nullptr || count == 0) return CUDA_ERROR_INVALID_VALUE;
    wait_for_all();
    const std::lock_guard guard(all().mutex);
    const auto pieces = whole_mappings(begin, bytes);
    if (!pieces) return CUDA_ERROR_INVALID_VALUE;
    CUmemAccess_flags access = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    for (const CUmemAccessDesc& one : std::span(all_of, count)) {
        if (one.location.type != CU_MEM_LOCATION_TYPE_DEVICE) return CUDA_ERROR_INVALID_VALUE;
        access = std::max(access, one.flags);
    }
    const int protection = access == CU_MEM_ACCESS_FLAGS_PROT_NONE   ? PROT_NONE
                           : access == CU_MEM_ACCESS_FLAGS_PROT_READ ? PROT_READ
                                                                     : PROT_READ | PROT_WRITE;
    if (mprotect(pointer(begin), bytes, protection) != 0) return CUDA_ERROR_OUT_OF_MEMORY;
    for (auto at = pieces->first; at != pieces->second; ++at) at->second.access = access;
    make_known();
    return CUDA_SUCCESS;
}

CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* where, CUdeviceptr at) {
    const std::lock_guard guard(all().mutex);
    const auto in = mapping_of(at);
    if (flags == nullptr || where == nullptr || !in) return CUDA_ERROR_INVALID_VALUE;
    *flags = in->access;
    return CUDA_SUCCESS;
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* memory, void* at) {
    const std::lock_guard guard(all().mutex);
    const auto in = mapping_of(reinterpret_cast<CUdeviceptr>(at));
    if (memory == nullptr || !in) return CUDA_ERROR_INVALID_VALUE;
    ++all().memories.at(*memory = in->memory).handles;
    return CUDA_SUCCESS;
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* how, CUmemGenericAllocationHandle memory) {
    const std::lock_guard guard(all().mutex);
    const physical_memory* const of = find_memory(memory);
    if (how == nullptr || of == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *how = of->how;
    return CUDA_SUCCESS;
}
// SPDX-License-Identifier: Apache-2.0
