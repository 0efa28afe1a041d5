// The emulator's interface for lanes of a running kernel. All intrinsics of the dialect are thin functions over it.
#pragma once

#include <bit>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/emulator/vector_types.hpp>

// The call site of a collective matters. Clang does not know warps, and would merge equal calls of two branches.
#if defined(__clang__)
#define STRIDER_EMULATOR_CONVERGENT __attribute__((convergent, nomerge))
#else
#define STRIDER_EMULATOR_CONVERGENT  // g++ does not merge them at -O1
#endif

namespace strider::emulation {

/// A call site in a kernel: the return address, inside of the user's function.
struct site {
    const void* pc = nullptr;
};

constexpr unsigned warp_lanes = 32;

/// Whether the caller is a lane of a running kernel. All functions below require it.
bool on_lane() noexcept;

/// While it lives, the lane counts as host code, as it does in what the program has in place of operator new: on a
/// lane, only the emulator and libraries call that.
class hidden_lane {
public:
    hidden_lane() noexcept;
    ~hidden_lane();
    hidden_lane(const hidden_lane&) = delete;
    hidden_lane& operator=(const hidden_lane&) = delete;

private:
    class worker* worker_;
};

// The indices and extents of the lane. They are constant while the lane runs, hence the attribute: the compiler may
// keep them, and reads of them are no accesses of the kernel. 64 bits hold x (32 bits), y (16) and z (16).
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

/// The lane's number in its warp, 0 to 31. Threads fill warps in the order x, y, z.
[[gnu::const]] unsigned lane_index() noexcept;

/// __syncthreads: a barrier of all live lanes of the block. Accesses before it are visible to all lanes after it.
void block_barrier(site caller) noexcept;
STRIDER_EMULATOR_CONVERGENT void block_barrier() noexcept;  ///< at the site of this call

enum class block_vote { count, all, any };

/// __syncthreads_count, _and, _or: a barrier that returns the number of lanes of the block whose predicate is not zero,
/// or 1 if all (any) are not zero, else 0.
int block_barrier_vote(site caller, block_vote vote, int predicate) noexcept;

/// `bar.sync id, threads`: barrier `id` (0 to 15) of the block, for the first `threads` lanes that arrive.
void named_barrier(site caller, unsigned id, unsigned threads) noexcept;
/// `bar.arrive id, threads`: meets the lanes of the warp, arrives at the barrier and goes on.
void named_barrier_arrive(site caller, unsigned id, unsigned threads) noexcept;

/// A barrier of the caller's tile: `threads` neighbouring threads of the block, 64 to 1024.
void tile_barrier(site caller, unsigned threads) noexcept;

/// The same; each thread also brings `bytes` bytes and gets those of all threads, in the order of their ranks.
void tile_exchange(site caller, unsigned threads, const void* value, std::size_t bytes, void* values) noexcept;

/// grid.sync() of a cooperative launch: a barrier of all lanes of all blocks, which also orders memory. In any other
/// launch a finding ends the launch.
void grid_barrier(site caller) noexcept;

/// Whether the launch is cooperative, so that grid_barrier() is allowed.
bool in_cooperative_launch() noexcept;

/// The kind of a warp collective. All participants must have called the same kind.
enum class collective_kind : std::uint8_t { shuffle, vote, match, reduce, barrier, group, operation };

/// The values of a collective's participants; slots of other lanes hold 0.
struct collective_values {
    unsigned participants = 0;
    unsigned defined = 0;  ///< participants whose value does not depend on a shuffle from an absent lane
    std::uint64_t values[warp_lanes] = {};
};

/// A collective of the lanes of `mask` in the caller's warp: every participant brings 64 bits and gets those of all. It
/// does not wait for lanes that have exited. Participants must agree in `kind` and `mask`, and `mask` must name the
/// caller; else there is a warp-divergence finding. Does not order memory, just like __shfl_sync and the votes.
collective_values warp_collective(site caller, collective_kind kind, unsigned mask, std::uint64_t value) noexcept;

/// Collectives in which each lane brings `bytes` bytes, 8 in each, and gets those of all lanes in their order. Absent
/// lanes have a conspicuous pattern. Returns the participants.
unsigned warp_exchange(site caller, collective_kind kind, unsigned mask, const void* value, std::size_t bytes,
                       void* values) noexcept;

/// A lane's part of an operation that the whole warp executes; derived classes have the operands. `run` computes the
/// parts of all lanes, where null stands for an absent lane.
struct warp_operation {
    void (*run)(warp_operation* const* lanes);
    bool done = false;
};
/// A collective of all lanes of the warp. When they have arrived, the first one to go on runs the parts of all. Does
/// not order memory.
void run_together(site caller, warp_operation& own) noexcept;

/// __syncwarp: a barrier of the lanes of `mask`, which also orders memory among them.
void warp_barrier(site caller, unsigned mask) noexcept;

/// __activemask: waits until no lane of the warp can run. Lanes that wait at the same site get each other's mask.
unsigned converged_lanes(site caller) noexcept;

enum class scope : std::uint8_t { block, device, system };
enum class order : std::uint8_t { relaxed, acquire, release, acq_rel, seq_cst };

/// __threadfence and its kin.
void fence(site caller, scope reach, order strength) noexcept;

/// Call this before the host's atomic operation. It checks and counts the access, notes the order that it makes, and
/// now and then lets other lanes run, so that spinning on an atomic ends. It does not return for a bad address: the
/// lane retires.
void atomic_access(site caller, void* address, std::size_t bytes, bool reads, bool writes, order strength,
                   scope reach) noexcept;
/// atomic_access() for a compare-and-swap.
void atomic_compare_access(site caller, void* address, std::size_t bytes, order strength, scope reach) noexcept;

/// Waits for all primaries of a dependent launch: cudaGridDependencySynchronize(). They have ended before the emulator
/// starts the launch, but accesses before this call count as concurrent with theirs.
void wait_for_primaries() noexcept;

/// printf() of a kernel. The output is written when the launch ends, block by block. Returns how many arguments the
/// format takes, or -1 without a format.
int print(const char* format, std::va_list arguments) noexcept;

/// malloc() and free() of a kernel, from a heap of heap_limit() bytes; null if the heap is full. Does not return for a
/// bad pointer: the lane retires.
void* heap_allocate(site caller, std::size_t bytes) noexcept;
void heap_release(site caller, void* pointer) noexcept;
/// The limit cudaLimitMallocHeapSize: 8 MiB unless set.
std::size_t heap_limit();
void set_heap_limit(std::size_t bytes);

/// Calls `work` on the host thread's stack, because stacks of lanes are small. Outside of kernels it is a plain call.
void call_outside_of_lane(void (*work)(void*), void* argument);

/// Nanoseconds of the host's monotonic clock. It times the emulator; it says nothing about a GPU.
std::uint64_t host_clock() noexcept;

enum class address_space : std::uint8_t { global, shared, constant, local };
/// The GPU memory that an address stands for; global unless it is another one.
address_space space_of(const void* address) noexcept;
/// Converts between addresses and the 32-bit addresses that PTX has for shared memory.
std::uint32_t to_shared_address(const void* address) noexcept;
void* from_shared_address(std::uint32_t address) noexcept;

enum class stopped_by : std::uint8_t { assertion, trap };
/// Ends the launch because the kernel asked for it: `what` is the expression of a failed assert(), or the way that it
/// asked. Never returns.
[[noreturn]] void stop_kernel(site caller, stopped_by how, const char* what) noexcept;

/// atomic_access() for an exchange, which reads the old value only if its result is used. Pass the result through
/// use_of_swapped(); the compiler drops that call if the result is unused.
void atomic_swap_access(site caller, void* address, std::size_t bytes, order strength, scope reach) noexcept;

namespace detail {
[[gnu::const]] std::uint64_t use_of_swapped(std::uint64_t value) noexcept;
}

template <class T>
[[gnu::always_inline]] inline T use_of_swapped(T value) noexcept {
    using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    return std::bit_cast<T>(static_cast<bits>(detail::use_of_swapped(std::bit_cast<bits>(value))));
}

/// A lane of `mask`, whose value is `own`, gets `received` from the lane `source` in a shuffle; but `source` is absent,
/// or one of the two values is undefined. A finding, if the mask names an absent lane, or if the value is used later.
void miss_source(site caller, unsigned mask, unsigned source, bool absent, std::uint64_t own,
                 std::uint64_t received) noexcept;

/// Ends the launch with a finding: the texture or surface object does not exist. Never returns.
[[noreturn]] void miss_texture(site caller) noexcept;

/// Ends the launch with an error: the emulator does not support `what`. Never returns.
[[noreturn]] void refuse(site caller, const char* what) noexcept;

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
