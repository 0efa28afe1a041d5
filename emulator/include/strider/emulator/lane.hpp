// What a lane of a running kernel can ask of the emulator. All intrinsics of the dialect are thin functions over this.
#pragma once

#include <bit>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/emulator/vector_types.hpp>

// Where lanes meet matters: a compiler that knows no warps would merge equal calls from two branches into one.
#if defined(__clang__)
#define STRIDER_EMULATOR_CONVERGENT __attribute__((convergent, nomerge))
#else
#define STRIDER_EMULATOR_CONVERGENT  // g++ does not merge them at -O1
#endif

namespace strider::emulation {

/// The place in a kernel that a call came from: a return address inside of the user's function.
struct site {
    const void* pc = nullptr;
};

constexpr unsigned warp_lanes = 32;

/// Whether the caller is a lane of a running kernel; everything below but this demands it.
bool on_lane() noexcept;

// The indices and extents of the lane. They cannot change while it runs, hence the attribute: the compiler may keep
// them, and reading them is no memory access of the kernel. Each comes packed in 64 bits (x 32, y 16, z 16 bits).
namespace packed {
[[gnu::const]] std::uint64_t thread_index() noexcept;
[[gnu::const]] std::uint64_t block_index() noexcept;
[[gnu::const]] std::uint64_t block_extent() noexcept;
[[gnu::const]] std::uint64_t grid_extent() noexcept;

[[gnu::always_inline]] inline uint3 unpack(std::uint64_t value) noexcept {
    return {static_cast<unsigned>(value), static_cast<unsigned>(value >> 32) & 0xFFFF,
            static_cast<unsigned>(value >> 48)};
}
}  // namespace packed

[[gnu::always_inline]] inline uint3 thread_index() noexcept { return packed::unpack(packed::thread_index()); }
[[gnu::always_inline]] inline uint3 block_index() noexcept { return packed::unpack(packed::block_index()); }
[[gnu::always_inline]] inline uint3 block_extent() noexcept { return packed::unpack(packed::block_extent()); }
[[gnu::always_inline]] inline uint3 grid_extent() noexcept { return packed::unpack(packed::grid_extent()); }

/// The lane's place in its warp, 0 to 31. Threads fill warps in the order x, y, z.
[[gnu::const]] unsigned lane_index() noexcept;

/// __syncthreads: all live lanes of the block meet here, and what they did before is visible to all after.
void block_barrier(site at) noexcept;
STRIDER_EMULATOR_CONVERGENT void block_barrier() noexcept;  ///< at the place of this very call

enum class block_vote { count, all, any };

/// __syncthreads_count, _and, _or: the barrier, and over the whole block the number of lanes whose predicate is not
/// zero, or 1 if all (any) of them are not zero, else 0.
int block_barrier_vote(site at, block_vote vote, int predicate) noexcept;

/// Barrier `id` (0 to 15) of the block, for the first `threads` lanes that come: `bar.sync id, threads`.
void named_barrier(site at, unsigned id, unsigned threads) noexcept;
/// `bar.arrive id, threads`: meets the lanes of the warp, counts at the barrier and goes on.
void named_barrier_arrive(site at, unsigned id, unsigned threads) noexcept;

/// A barrier of `threads` neighbouring threads of the block, 64 to 1024: those of the caller's tile.
void tile_barrier(site at, unsigned threads) noexcept;

/// The same, and each thread gets what all of them have brought, `bytes` each, in the order of their places.
void tile_exchange(site at, unsigned threads, const void* value, std::size_t bytes, void* values) noexcept;

/// grid.sync() of a cooperative launch: all lanes of all blocks meet here, and what they did before is visible to all
/// after. In any other launch it ends the launch with a finding.
void grid_barrier(site at) noexcept;

/// Whether the launch is cooperative, so that grid_barrier() may be called.
bool in_cooperative_launch() noexcept;

/// What brings the lanes of a warp together; all participants of one collective must have come for the same.
enum class collective_kind : std::uint8_t { shuffle, vote, match, reduce, barrier, group };

/// The values that the participants brought; the slots of all other lanes hold 0.
struct collective_values {
    unsigned participants = 0;
    unsigned defined = 0;  ///< of these, the lanes whose values do not come from a shuffle of an absent lane
    std::uint64_t values[warp_lanes] = {};
};

/// A collective of the lanes of `mask` in the caller's warp: every participant brings 64 bits and gets those of all.
/// Lanes that have exited are not waited for. Participants must agree in `kind` and `mask`, and the caller must be in
/// `mask`, else a warp-divergence finding. Does not order memory, as __shfl_sync and the votes do not.
collective_values warp_collective(site at, collective_kind kind, unsigned mask, std::uint64_t value) noexcept;

/// __syncwarp: meets the lanes of `mask` and orders memory among them.
void warp_barrier(site at, unsigned mask) noexcept;

/// __activemask: waits until no lane of the warp can run further; lanes waiting at the same site get each other's mask.
unsigned converged_lanes(site at) noexcept;

enum class scope : std::uint8_t { block, device, system };
enum class order : std::uint8_t { relaxed, acquire, release, acq_rel, seq_cst };

/// __threadfence and its kin.
void fence(site at, scope reach, order strength) noexcept;

/// To be called before the host's atomic operation is executed: checks and counts the access, takes what it orders
/// into account, and lets other lanes run now and then, so that spinning on an atomic ends. A bad address never
/// returns: the lane retires.
void atomic_access(site at, void* address, std::size_t bytes, bool reads, bool writes, order strength,
                   scope reach) noexcept;
/// atomic_access() of a compare-and-swap.
void atomic_compare_access(site at, void* address, std::size_t bytes, order strength, scope reach) noexcept;

/// printf() of a kernel: what it prints is written when the launch ends, block by block. Returns how many arguments the
/// format takes, or -1 without a format.
int print(const char* format, std::va_list arguments) noexcept;

/// malloc() and free() of a kernel, from a heap of heap_limit() bytes; null where that is used up. A bad pointer does
/// not return: the lane retires.
void* heap_allocate(site at, std::size_t bytes) noexcept;
void heap_release(site at, void* pointer) noexcept;
/// What cudaDeviceGetLimit() and cudaDeviceSetLimit() know as cudaLimitMallocHeapSize: 8 MiB.
std::size_t heap_limit();
void set_heap_limit(std::size_t bytes);

/// Calls `work` on the stack of the host's thread, where there is room: lanes have little. Outside of kernels a plain
/// call.
void call_outside_of_lane(void (*work)(void*), void* argument);

/// Nanoseconds on the host's clock, which never goes back: it says how long the emulator takes, and nothing of a GPU.
std::uint64_t host_clock() noexcept;

enum class address_space : std::uint8_t { global, shared, constant, local };
/// Which memory of the GPU an address stands for; everything that is none of the others is global.
address_space space_of(const void* address) noexcept;
/// The same address in the 32 bits that PTX has for shared memory, and back.
std::uint32_t to_shared_address(const void* address) noexcept;
void* from_shared_address(std::uint32_t address) noexcept;

enum class stopped_by : std::uint8_t { assertion, trap };
/// Ends the launch because the kernel asked for it: `what` is the expression of an assert() that does not hold, or
/// another way to end it. Never returns.
[[noreturn]] void stop_kernel(site at, stopped_by how, const char* what) noexcept;

/// atomic_access() of an exchange, which reads what stood there only if its result is used: hand that to
/// use_of_swapped(), a call that the compiler leaves out where it is not.
void atomic_swap_access(site at, void* address, std::size_t bytes, order strength, scope reach) noexcept;

namespace detail {
[[gnu::const]] std::uint64_t use_of_swapped(std::uint64_t value) noexcept;
}

template <class T>
[[gnu::always_inline]] inline T use_of_swapped(T value) noexcept {
    using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    return std::bit_cast<T>(static_cast<bits>(detail::use_of_swapped(std::bit_cast<bits>(value))));
}

/// A lane of `mask`, whose own value is `own`, gets `received` of the lane `source` in a shuffle, but `source` is
/// absent, or one of the two values is undefined: a finding, if the mask names an absent lane, or if the value is used.
void miss_source(site at, unsigned mask, unsigned source, bool absent, std::uint64_t own,
                 std::uint64_t received) noexcept;

/// Ends the launch with a finding: the lane uses a texture or surface object that does not exist. Never returns.
[[noreturn]] void miss_texture(site at) noexcept;

/// Ends the launch with a readable error: `what` is not supported by the emulator. Never returns.
[[noreturn]] void refuse(site at, const char* what) noexcept;

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
