// A session: runs kernels, and collects their defects and their cost.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <strider/emulator/sampling.hpp>

namespace strider::emulation {

/// How closely the emulator looks. Each speed includes the one before.
enum class speed {
    run,    ///< nothing but the results
    check,  ///< races, bounds, uninitialised reads, divergent barriers, deadlocks
    count,  ///< and what the memory system would do
};

/// How the lanes of a warp take turns.
enum class schedule {
    independent,  ///< every lane for itself, as since Volta
    lock_step,    ///< the lanes with the smallest program counter, one basic block at a time, as before Volta
};

enum class finding_kind {
    race_shared,
    race_global,
    race_volatile,
    race_streams,
    race_registers,
    misaligned_access,
    out_of_bounds,
    uninitialised_read,
    barrier_divergence,
    warp_divergence,
    deadlock,
    bad_launch,
    stack_overflow,
    assertion,
    bad_copy,
    bad_free,
    host_access,
    leak,
    bank_conflict,
    refused_call,
    unsupported,
};
constexpr int finding_kinds = static_cast<int>(finding_kind::unsupported) + 1;

/// The spelling of a kind in records, on the command line and in tests: "race-shared", "out-of-bounds", ...
std::string_view name(finding_kind kind);

/// A line of source; if it is not known, the file is empty and the line is 0.
struct source_line {
    std::string file;
    int line = 0;

    bool operator==(const source_line&) const = default;
};

/// "file:line", or "an unknown place".
std::string text(const source_line& where);

/// One defect of a kernel. `occurrences` counts how often other lanes or blocks met it again.
struct finding {
    finding_kind kind{};
    std::string kernel;  ///< without namespaces, template arguments and parameters
    source_line where;   ///< the access or call that showed it
    source_line other;   ///< the access or call that it conflicts with, where there are two
    std::string array;   ///< for races and uninitialised reads: findings of a kernel on one array are merged
    std::vector<std::pair<source_line, source_line>> also = {};  ///< `where` and `other` of the merged findings
    std::string message;  ///< what happened, and which lanes and blocks met it first
    std::string fix;      ///< how to fix it
    std::uint64_t occurrences = 0;
    bool note = false;  ///< not a defect, but not to be relied on either
    /// Possibly a consequence of an earlier finding, which ended threads: they did not write the memory that is read.
    bool follows = false;
};

/// Counters of kernels, in the units of the hardware's counters; sums over launches.
struct counters {
    std::uint64_t launches = 0;
    std::uint64_t blocks = 0;
    std::uint64_t threads = 0;

    std::uint64_t warp_steps = 0;          ///< basic blocks executed by warps
    std::uint64_t thread_steps = 0;        ///< basic blocks executed by threads
    std::uint64_t divergent_branches = 0;  ///< steps after which the lanes of a warp diverged

    std::uint64_t shared_load_requests = 0;
    std::uint64_t shared_load_wavefronts = 0;
    std::uint64_t shared_store_requests = 0;
    std::uint64_t shared_store_wavefronts = 0;
    std::uint64_t shared_copy_requests = 0;  ///< stores of asynchronous copies; the store counters exclude them
    std::uint64_t shared_copy_wavefronts = 0;
    std::uint64_t shared_excess_wavefronts = 0;  ///< beyond those that the same bytes need without bank conflicts

    std::uint64_t global_load_requests = 0;
    std::uint64_t global_load_sectors = 0;
    std::uint64_t global_store_requests = 0;
    std::uint64_t global_store_sectors = 0;
    std::uint64_t global_load_bytes = 0;  ///< requested by threads
    std::uint64_t global_store_bytes = 0;

    std::uint64_t local_accesses = 0;  ///< by threads, to memory on their own stack
    std::uint64_t barriers = 0;        ///< block barriers, summed over the blocks
    std::uint64_t warp_syncs = 0;      ///< __syncwarp and other warp collectives, executed by warps

    std::uint64_t operations = 0;  ///< calls of the kernel's operator by threads, if it notes them: see work.hpp

    std::uint64_t atomics = 0;                ///< by threads; atomic loads and stores count as loads and stores
    std::uint64_t atomic_requests = 0;        ///< by warps
    std::uint64_t shared_atomics = 0;         ///< the part of `atomics` on shared memory
    std::uint64_t atomic_max_contention = 0;  ///< the most lanes of a request that share an address
    std::uint64_t shared_atomic_passes = 0;   ///< over the banks, as for loads: increments of one address share one
    std::uint64_t global_atomic_passes = 0;   ///< the most lanes on one address, or sectors; 1 if all share it

    /// The length of the block with the longest path. A path counts a thread's steps and accesses of shared and global
    /// memory (in units of 16 bytes) between two barriers of its block. The block's length sums the longest path of any
    /// thread over these intervals.
    std::uint64_t longest_path = 0;

    // Only in sessions that keep details, for each launch separately:
    std::uint64_t load_batches = 0;         ///< loads of global memory by warps, at most one a step: others of the step
                                            ///< are in flight at the same time
    std::uint64_t l2_load_sectors = 0;      ///< loaded sectors that miss the block's cache
    std::uint64_t first_load_sectors = 0;   ///< different sectors that are loaded
    std::uint64_t first_store_sectors = 0;  ///< different sectors that are stored
    std::uint64_t far_load_sectors = 0;     ///< loads of a sector that a block far away in the grid loaded last
    std::uint64_t far_store_sectors = 0;    ///< the same for stores and atomics
    std::uint64_t atomic_sectors = 0;       ///< different sectors that atomics update

    counters& operator+=(const counters& more);
    bool operator==(const counters&) const = default;

    /// Mean number of lanes that take part in a step of a warp: 1 to 32, or 0 before any step. A step is a basic block
    /// here, and an instruction in the hardware's counter.
    double threads_per_step() const;
    // The worse one of loads and stores: the hardware counts them separately, and a mean would hide one of them.
    double shared_wavefronts_per_request() const;  ///< 1: no bank conflicts; 0: no requests, here and below
    double global_sectors_per_request() const;     ///< 4: 32 adjacent 4-byte words
};

/// How the counters of several warps, blocks or launches become one.
enum class combination : std::uint8_t {
    sum,
    sum_of_launches,  ///< within a launch the maximum
    maximum,
};

struct counter_field {
    std::string_view name;
    std::uint64_t counters::* member;
    combination how = combination::sum;
};

/// All counters, by name.
inline constexpr counter_field counter_fields[] = {
    {"launches", &counters::launches},
    {"blocks", &counters::blocks},
    {"threads", &counters::threads},
    {"warp_steps", &counters::warp_steps},
    {"thread_steps", &counters::thread_steps},
    {"divergent_branches", &counters::divergent_branches},
    {"shared_load_requests", &counters::shared_load_requests},
    {"shared_load_wavefronts", &counters::shared_load_wavefronts},
    {"shared_store_requests", &counters::shared_store_requests},
    {"shared_store_wavefronts", &counters::shared_store_wavefronts},
    {"shared_copy_requests", &counters::shared_copy_requests},
    {"shared_copy_wavefronts", &counters::shared_copy_wavefronts},
    {"shared_excess_wavefronts", &counters::shared_excess_wavefronts},
    {"global_load_requests", &counters::global_load_requests},
    {"global_load_sectors", &counters::global_load_sectors},
    {"global_store_requests", &counters::global_store_requests},
    {"global_store_sectors", &counters::global_store_sectors},
    {"global_load_bytes", &counters::global_load_bytes},
    {"global_store_bytes", &counters::global_store_bytes},
    {"local_accesses", &counters::local_accesses},
    {"barriers", &counters::barriers},
    {"warp_syncs", &counters::warp_syncs},
    {"operations", &counters::operations},
    {"atomics", &counters::atomics},
    {"atomic_requests", &counters::atomic_requests},
    {"shared_atomics", &counters::shared_atomics},
    {"atomic_max_contention", &counters::atomic_max_contention, combination::maximum},
    {"shared_atomic_passes", &counters::shared_atomic_passes},
    {"global_atomic_passes", &counters::global_atomic_passes},
    {"longest_path", &counters::longest_path, combination::sum_of_launches},
    {"load_batches", &counters::load_batches},
    {"l2_load_sectors", &counters::l2_load_sectors},
    {"first_load_sectors", &counters::first_load_sectors},
    {"first_store_sectors", &counters::first_store_sectors},
    {"far_load_sectors", &counters::far_load_sectors},
    {"far_store_sectors", &counters::far_store_sectors},
    {"atomic_sectors", &counters::atomic_sectors},
};
static_assert(
    std::size(counter_fields) * sizeof(std::uint64_t) == sizeof(counters) &&
        [] {
            counters seen;
            for (const counter_field& field : counter_fields)
                if ((seen.*field.member)++ != 0) return false;
            return true;
        }(),
    "the table lists each counter once");

struct report {
    speed at = speed::run;
    counters total;
    std::map<std::string, counters> kernels;      ///< by name
    std::vector<finding> findings;                ///< in the order of their first occurrence
    std::vector<finding> notes;                   ///< not defects, but not to be relied on either
    std::map<std::string, checked_part> in_part;  ///< kernels that were not checked whole

    /// The findings of one kind, given by its spelling or by the kind itself.
    std::vector<finding> of(std::string_view kind) const;
    std::vector<finding> of(finding_kind kind) const { return of(name(kind)); }
};

/// Counters of one launch. Kernels are named as in findings.
struct launch_counters {
    std::string kernel;
    std::string instance;  ///< the kernel with its namespaces, template arguments and parameters
    std::array<unsigned, 3> grid, block;
    std::size_t shared_bytes;  ///< dynamic shared memory of a block
    counters seen;
};

/// Counters of a source line, over all launches of a kernel.
struct line_counters {
    source_line where;
    source_line outer;  ///< the line, in the kernel or a function that was not inlined, that `where` was inlined at
    counters seen;      ///< steps, accesses and barriers; without launches, blocks, threads and operations
};

enum class request_kind { shared_load, shared_store, shared_atomic, global_load, global_store, global_atomic };

/// The spelling of a kind in records: "shared load", "global atomic", ...
constexpr std::string_view name(request_kind kind) {
    constexpr std::string_view names[] = {"shared load", "shared store", "shared atomic",
                                          "global load", "global store", "global atomic"};
    static_assert(std::size(names) == static_cast<std::size_t>(request_kind::global_atomic) + 1);
    return names[static_cast<int>(kind)];
}

/// One memory access of a warp by lanes that make it together.
struct warp_request {
    request_kind kind;
    source_line where, outer;
    unsigned bytes;       ///< bytes of each lane
    std::uint32_t lanes;  ///< bit mask of the lanes
    std::array<std::uint64_t, 32> addresses;
    unsigned
        cost;  ///< wavefronts of shared memory, sectors of global memory; of an atomic the most lanes on one address
};

/// Launch by launch and line by line, where the cost comes from.
struct details {
    std::vector<launch_counters> launches;                    ///< in launch order
    std::map<std::string, std::vector<line_counters>> lines;  ///< by kernel, sorted by file and line
    std::map<std::string, std::vector<warp_request>>
        requests;  ///< requests of the traced warp, by kernel, in their order
};

/// The warp whose requests are kept.
struct traced_warp {
    std::uint64_t block = 0;  ///< the block's number in the grid, x fastest
    unsigned warp = 0;
};

/// Whether a reader would take the two findings for one: which of two racing accesses comes second depends on the
/// schedule.
bool same_defect(const finding& a, const finding& b);

/// A finding as a paragraph for people.
std::string text(const finding& what);

struct options {
    emulation::speed speed = speed::check;
    emulation::schedule schedule = schedule::independent;
    unsigned workers = 0;                    ///< host threads that run blocks; 0: all cores
    std::uint64_t spin_budget = 1ull << 22;  ///< basic blocks without progress until spinning counts as a deadlock
    /// The order in which blocks, warps and lanes take turns: 0 is the order of their numbers, 1 the reverse for blocks
    /// and warps. Any other number is the seed of a shuffle, in which lanes and blocks that are observed also give way
    /// by chance where they may meet others. With one worker, or `workers` left at 0, a seed repeats its schedule.
    /// Blocks start at most 64 places from their own.
    std::uint64_t seed = 0;
    /// Also keep the counters of each launch and each line, for details(). Costs memory and time. Needs speed count.
    bool detailed = false;
    std::optional<traced_warp> traced = {};  ///< keep all requests of this warp, in every launch
    bool strict = false;                     ///< report lanes that store equal values as a race, not as a note
    /// Note accesses of shared memory with bank conflicts. Needs speed count.
    bool bank_conflicts = false;
    sampling sample = {};
    /// Called at the first occurrence of a defect, by the thread that met it, while the kernel still runs. It may ask
    /// for the report. Launches wait until it returns.
    std::function<void()> when_found = {};
};

/// How much a finding counts.
enum class weight {
    finding,
    note,
    consequence_of_refusal  ///< finding::follows, if the program ignored the status of an earlier call that was refused
};

/// Reports a defect of host code at `pc`, which concerns a launch of `kernel` or none, to the session of this thread,
/// if one is alive.
void report_host_defect(finding_kind kind, const void* pc, std::string message, std::string fix,
                        const void* kernel = nullptr, weight counts = weight::finding);

/// The line of the user's code at `pc`.
source_line line_of(const void* pc);

/// Names all memory that a call at this line allocates, for findings. The file must be an absolute path.
void name_allocations(const source_line& at, const std::string& name);
/// A mark in a finding's message. It becomes "NAME, " if allocations at `pc` have a name, else nothing.
std::string allocation_name(const void* pc);

/// The program has asked for the error of all launches refused so far. A launch that it knows to be refused becomes a
/// note if its kernel runs in another launch. Otherwise the kernel was never checked, and the launch stays a finding.
void refused_launches_are_known();
/// The same for all calls: those without a launch are no findings. `unread`: the program ignores the error that it
/// fetched, so that they stay findings.
void refusals_are_known(bool unread = false);

/// The nearest caller outside of libraries that are compiled from headers with the user's code: the emulator, Thrust,
/// the standard library. Null if all callers are inside.
const void* calling_user();

/// A CUDA call by the user's code.
struct host_call {
    const void* at = nullptr;
    std::string name;
};
/// The call that runs now.
host_call call_of_user();

/// While this lives, launches are made by a library that the user has called: findings name that call.
class library_call {
public:
    library_call();
    ~library_call();
    library_call(const library_call&) = delete;
    library_call& operator=(const library_call&) = delete;
};

/// Launches on this thread belong to its youngest living session. Sessions of a thread must end in the reverse order of
/// their beginning.
class session {
public:
    explicit session(const options& how = {});
    ~session();
    session(const session&) = delete;
    session& operator=(const session&) = delete;

    /// All findings and counters up to now.
    const emulation::report& report();

    /// Counters by launch and line, and traced requests, if the options ask for them.
    emulation::details details();

    struct state;

private:
    friend state* current_session();
    std::unique_ptr<state> state_;
};

/// The youngest session of this thread, or null.
session* youngest_session();

/// While this lives, launches on this thread belong to a session of another thread.
class session_loan {
public:
    explicit session_loan(session* owner);
    ~session_loan();
    session_loan(const session_loan&) = delete;
    session_loan& operator=(const session_loan&) = delete;

private:
    session* before_;
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
