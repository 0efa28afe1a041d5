// A session: how kernels are run, what was found in them, and what they cost.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
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

/// The spelling of a kind in records, on the command line and in tests: "race-shared", "out-of-bounds", ...
std::string_view name(finding_kind kind);

/// A line of source; empty file and line 0 where it is not known.
struct source_line {
    std::string file;
    int line = 0;

    bool operator==(const source_line&) const = default;
};

/// "file:line", or "an unknown place".
std::string text(const source_line& where);

/// One defect of a kernel. The same defect, met again by other lanes or blocks, is counted in `occurrences`.
struct finding {
    finding_kind kind{};
    std::string kernel;  ///< without namespaces, template arguments and parameters
    source_line where;   ///< the access or call that showed it
    source_line other;   ///< the access or call that it conflicts with, where there are two
    std::string array;   ///< of a race or an uninitialised read: all of a kernel's on one array are one finding
    std::vector<std::pair<source_line, source_line>> also = {};  ///< `where` and `other` of the further ones
    std::string message;  ///< what happened, and which lanes and blocks met it first
    std::string fix;      ///< how to fix it
    std::uint64_t occurrences = 0;
    bool note = false;  ///< no defect, but nothing to rely on either
    /// It may follow from a finding before it: memory is read that was written in part, after threads had been ended by
    /// a finding. What those should have written is missing.
    bool follows = false;
};

/// What kernels did, in the units of the hardware's counters. Sums over launches.
struct counters {
    std::uint64_t launches = 0;
    std::uint64_t blocks = 0;
    std::uint64_t threads = 0;

    std::uint64_t warp_steps = 0;          ///< basic blocks executed by warps
    std::uint64_t thread_steps = 0;        ///< basic blocks executed by threads
    std::uint64_t divergent_branches = 0;  ///< basic blocks after which the lanes of a warp parted

    std::uint64_t shared_load_requests = 0;
    std::uint64_t shared_load_wavefronts = 0;
    std::uint64_t shared_store_requests = 0;
    std::uint64_t shared_store_wavefronts = 0;
    std::uint64_t shared_copy_requests = 0;  ///< stores of asynchronous copies, which are not among the others
    std::uint64_t shared_copy_wavefronts = 0;
    std::uint64_t shared_excess_wavefronts = 0;  ///< beyond what the same bytes need without bank conflicts

    std::uint64_t global_load_requests = 0;
    std::uint64_t global_load_sectors = 0;
    std::uint64_t global_store_requests = 0;
    std::uint64_t global_store_sectors = 0;
    std::uint64_t global_load_bytes = 0;  ///< requested by threads
    std::uint64_t global_store_bytes = 0;

    std::uint64_t local_accesses = 0;  ///< by threads, to memory on their own stack
    std::uint64_t barriers = 0;        ///< block barriers, summed over the blocks
    std::uint64_t warp_syncs = 0;      ///< __syncwarp and other warp collectives, executed by warps

    std::uint64_t operations = 0;  ///< calls of the kernel's operator by threads, where it notes them: see work.hpp

    std::uint64_t atomics = 0;                ///< by threads; atomic loads and stores are loads and stores
    std::uint64_t atomic_requests = 0;        ///< by warps
    std::uint64_t shared_atomics = 0;         ///< those of `atomics` on shared memory
    std::uint64_t atomic_max_contention = 0;  ///< most lanes of one request on one address
    std::uint64_t shared_atomic_passes = 0;   ///< over the banks, as of loads: increments of one address go together
    std::uint64_t global_atomic_passes = 0;   ///< the most lanes on one address, or sectors; 1 if all share it

    /// Basic blocks and accesses of shared and global memory, of 16 bytes at most, one after another: the most of a
    /// thread between two barriers of its block, summed over the block; of the block with the longest path.
    std::uint64_t longest_path = 0;

    // Of a session that keeps details, in each launch by itself:
    std::uint64_t load_batches = 0;         ///< loads of global memory by warps that follow a step: the others of the
                                            ///< step are under way with them
    std::uint64_t l2_load_sectors = 0;      ///< loaded sectors that the block does not hold in its cache
    std::uint64_t first_load_sectors = 0;   ///< different sectors loaded,
    std::uint64_t first_store_sectors = 0;  ///< stored,
    std::uint64_t far_load_sectors = 0;     ///< loaded before, last by a block far away in the grid,
    std::uint64_t far_store_sectors = 0;    ///< and stored or updated so
    std::uint64_t atomic_sectors = 0;       ///< and updated by atomics

    counters& operator+=(const counters& more);
    bool operator==(const counters&) const = default;

    /// 1 to 32: how many lanes of a warp took part in a step, on average; 0 before any step. Steps are basic blocks
    /// here and instructions in the hardware's counter.
    double threads_per_instruction() const;
    // Of loads or of stores, whichever is worse: hardware counts them apart, and one would hide the other in a mean.
    double shared_wavefronts_per_request() const;  ///< 1 is free of bank conflicts; 0 without requests, as the next
    double global_sectors_per_request() const;     ///< 4 are 32 adjacent 4-byte words
};

/// Those that add up over the warps of a launch, by their names: all but atomic_max_contention and longest_path.
inline constexpr std::pair<std::string_view, std::uint64_t counters::*> counter_fields[] = {
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
    {"shared_atomic_passes", &counters::shared_atomic_passes},
    {"global_atomic_passes", &counters::global_atomic_passes},
    {"load_batches", &counters::load_batches},
    {"l2_load_sectors", &counters::l2_load_sectors},
    {"first_load_sectors", &counters::first_load_sectors},
    {"first_store_sectors", &counters::first_store_sectors},
    {"far_load_sectors", &counters::far_load_sectors},
    {"far_store_sectors", &counters::far_store_sectors},
    {"atomic_sectors", &counters::atomic_sectors},
};

struct report {
    speed at = speed::run;
    counters total;
    std::map<std::string, counters> kernels;      ///< by name
    std::vector<finding> findings;                ///< in the order in which they were met first
    std::vector<finding> notes;                   ///< what is no defect, but nothing to rely on either
    std::map<std::string, checked_part> in_part;  ///< kernels that were not checked whole

    /// The findings of one kind, by its spelling or by the kind itself.
    std::vector<finding> of(std::string_view kind) const;
    std::vector<finding> of(finding_kind kind) const { return of(name(kind)); }
};

/// What one launch did. Kernels are named as in findings.
struct launch_counters {
    std::string kernel;
    std::string instance;  ///< the kernel with its namespaces, template arguments and parameters
    std::array<unsigned, 3> grid, block;
    std::size_t shared_bytes;  ///< dynamic shared memory of a block
    counters seen;
};

/// What a line of the source did, in all launches of a kernel.
struct line_counters {
    source_line where;
    source_line outer;  ///< the line of the kernel, or of a function that was not inlined, that `where` was inlined at
    counters seen;      ///< steps, accesses and barriers; without launches, blocks, threads and operations
};

enum class request_kind { shared_load, shared_store, shared_atomic, global_load, global_store, global_atomic };

/// The spelling of a kind in records: "shared load", "global atomic", ...
constexpr std::string_view name(request_kind kind) {
    constexpr std::string_view names[] = {"shared load", "shared store", "shared atomic",
                                          "global load", "global store", "global atomic"};
    return names[static_cast<int>(kind)];
}

/// One access of a warp, by the lanes that make it together.
struct warp_request {
    request_kind kind;
    source_line where, outer;
    unsigned bytes;       ///< of a lane
    std::uint32_t lanes;  ///< a bit each
    std::array<std::uint64_t, 32> addresses;
    unsigned
        cost;  ///< wavefronts of shared memory, sectors of global memory; of an atomic the most lanes on one address
};

/// Where the cost of launches comes from.
struct details {
    std::vector<launch_counters> launches;                      ///< in their order
    std::map<std::string, std::vector<line_counters>> lines;    ///< by kernel, in the order of files and lines
    std::map<std::string, std::vector<warp_request>> requests;  ///< by kernel, of the traced warp, in their order
};

/// A warp whose requests are kept.
struct traced_warp {
    std::uint64_t block = 0;  ///< its number in the grid, x fastest
    unsigned warp = 0;
};

/// Whether two findings are one to the reader: which of two racing accesses comes second is an accident of the
/// schedule.
bool same_defect(const finding& a, const finding& b);

/// The report for people: one paragraph a finding.
std::string text(const finding& what);

struct options {
    emulation::speed speed = speed::check;
    emulation::schedule schedule = schedule::independent;
    unsigned workers = 0;                    ///< threads of the host that run blocks; 0: all cores
    std::uint64_t spin_budget = 1ull << 22;  ///< basic blocks without progress after which spinning is a deadlock
    /// In which order blocks and warps take turns: 0 as they are numbered, 1 in reverse, and any other number shuffled
    /// by it. Blocks stay within 64 places of theirs.
    std::uint64_t seed = 0;
    /// Keep the counters of each launch and each line as well, for details(); a part of the session's memory and time.
    /// Of counting alone.
    bool detailed = false;
    std::optional<traced_warp> traced = {};  ///< and all requests of this warp, in every launch
    bool strict = false;                     ///< several lanes that store equal values are a race, not a note
    /// Where a warp's access of shared memory takes more passes over the banks than it must is a note. Of counting
    /// alone.
    bool bank_conflicts = false;
    sampling sample = {};
    /// Called when a defect is met for the first time, by the thread that met it, while the kernel still runs; it may
    /// ask for the report. Launches are held up until it returns.
    std::function<void()> when_found = {};
};

/// How a defect counts.
enum class weight {
    finding,
    note,
    consequence_of_refusal  ///< finding::follows, if a call was refused before whose status the program did not look at
};

/// A defect that the host's side of a program shows at `pc`, by a launch of `kernel` or not; goes to the session that
/// is alive on this thread, if any.
void report_host_defect(finding_kind kind, const void* pc, std::string message, std::string fix,
                        const void* kernel = nullptr, weight counts = weight::finding);

/// The line of the user's code at `pc`.
source_line line_of(const void* pc);

/// Findings call what is allocated by a call at this line of an absolute path by the name.
void name_allocations(const source_line& at, const std::string& name);
/// Stands in a finding's message for "NAME, ", if what is allocated at `pc` has a name, and else for nothing.
std::string allocation_name(const void* pc);

/// The program has asked for the error of the launches that were refused up to now. What it knows of is a note, if the
/// kernel runs by another launch; else nothing is known of the kernel, and the launch remains a finding.
void refused_launches_are_known();
/// The same of all calls: those without a launch are no findings. `unread`: the program does not look at the error that
/// it has taken, so that they remain.
void refusals_are_known(bool unread = false);

/// The nearest caller that belongs to no library whose headers the user's code is compiled with: the emulator's,
/// Thrust's, the standard library. Null where there is none.
const void* calling_user();

/// A call of CUDA's by the user's code.
struct host_call {
    const void* at = nullptr;
    std::string name;
};
/// The running one.
host_call call_of_user();

/// While it lives, kernels are launched for a library that the user has called: what they do wrong is found there.
class library_call {
public:
    library_call();
    ~library_call();
    library_call(const library_call&) = delete;
    library_call& operator=(const library_call&) = delete;
};

/// Launches on this thread while a session is alive belong to it; the youngest wins. Sessions of one thread end in
/// the reverse order of their beginning.
class session {
public:
    explicit session(const options& how = {});
    ~session();
    session(const session&) = delete;
    session& operator=(const session&) = delete;

    /// Everything up to now.
    const emulation::report& report();

    /// The same in parts, where the options ask for them.
    emulation::details details();

    struct state;

private:
    friend state* current_session();
    std::unique_ptr<state> state_;
};

/// Of this thread; null: none is alive.
session* youngest_session();

/// While it lives, launches on this thread belong to a session of another thread.
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
