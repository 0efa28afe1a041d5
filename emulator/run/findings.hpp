// Findings before they become text: with addresses, which are turned into lines only for the report.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "code/places.hpp"
#include "scheduler.hpp"

namespace strider::emulation {

/// The distance between the two threads of a finding. The same lines may be seen at several distances; a fix for the
/// farthest fixes all.
enum class reach : std::uint8_t { lane, warp, block, grid };

/// Facts that the advice about a race depends on, beside its places.
struct race_facts {
    bool certain = false;    ///< `fix` is right whatever the other facts are
    bool mixed = false;      ///< one access is atomic, the other is plain
    bool reads = false;      ///< the plain access reads
    bool compares = false;   ///< the atomic access is a compare-and-swap
    bool one_store = false;  ///< both accesses are stores of one instruction
    bool has_room = false;   ///< the array has an element for each thread of the grid
};

struct raw_finding {
    finding_kind kind{};
    const void* pc = nullptr;
    const void* other = nullptr;
    std::string message;  ///< may hold place() marks
    std::string fix;
    const char* fix_on_one_line = nullptr;  ///< replaces `fix` if pc and other are on one source line
    const char* fix_of_next = nullptr;      ///< replaces `fix` if no access was beyond the next element
    const char* barrier = nullptr;  ///< the barrier that is missing between pc and other; its words precede `fix`
    std::uintptr_t array = 0;       ///< differs between arrays; 0: do not merge findings by array
    std::string array_name = {};
    race_facts race = {};
    enum reach reach = reach::lane;
    bool note = false;
    bool follows = false;       ///< see finding::follows
    bool of_no_object = false;  ///< a null pointer or texture: follows, if the program ignored a refused call
    enum { no_refusal, refused, known_refusal } launch = no_refusal;  ///< known: the program asked for the error
    const void* where = pc;  ///< in the user's code: pc, or the call of the library function that contains pc
};

/// How often a finding was met, and facts that later occurrences add.
struct sighting {
    enum trait : unsigned {
        farther = 1,        ///< out of bounds, and not just behind an array
        other_threads = 2,  ///< a race of threads with different indices in their blocks
        later_threads = 4,  ///< a race without the first threads of the blocks
    };
    std::uint64_t times = 0;
    std::uint64_t number = 0;  ///< rank by first occurrence
    unsigned traits = 0;
};

/// The launches of a kernel, and how much of them was checked.
struct sampled_launches : checked_part {
    struct equal_launches {
        std::uint64_t launches = 0;
        bool in_part = false;  ///< some of their blocks were not checked
    };
    std::map<std::array<std::uint64_t, 4>, equal_launches> shapes;  ///< grid, and threads of a block
    std::uint64_t work = 0;                                         ///< work that was checked
    bool checks_all = false;                                        ///< see block_sample
};

/// The owner of launches: a session, as far as running launches needs it.
struct launch_owner {
    launch_owner() = default;
    launch_owner(const launch_owner&) = delete;
    launch_owner& operator=(const launch_owner&) = delete;
    virtual ~launch_owner() = default;

    options how;

    using place_key = std::tuple<const void*, finding_kind, const void*, const void*, reach>;  // the kernel comes first
    std::mutex mutex;  ///< guards all members below, and those of a session
    std::map<place_key, sighting> seen;
    std::vector<std::pair<place_key, raw_finding>> found;
    std::map<const void*, sampled_launches> sampled;  ///< by launches that have ended, if they can be sampled
    std::set<launch_state*> running;
    std::uint64_t checked_work = 0;
    std::uint64_t ordered = 0;  ///< launches so far that have an order of their own: see perturbation.hpp

    /// The observer of a launch that begins.
    virtual std::unique_ptr<launch_observer> observe(launch_state& launch) = 0;
};

/// The checked part of each kernel, including launches that still run. The caller holds the owner's mutex.
std::map<const void*, checked_part> checked_so_far(const launch_owner& owner);

/// The youngest session of this thread, or null. The session defines this function.
launch_owner* current_owner();

/// A mark in a message that the report replaces by the file and line of `pc`.
std::string place(const void* pc);

/// Adds the finding to the launch's session. A repetition of the same kind at the same places is only counted; it does
/// not call `describe`, which makes the message.
template <class Describe>
void add_finding(worker& w, finding_kind kind, const void* pc, const void* other, Describe describe,
                 reach apart = reach::lane, unsigned traits = 0);

/// Counts an occurrence of this kind at these places. Returns whether it is the first.
bool first_time(launch_state& launch, finding_kind kind, const void* pc, const void* other, reach apart = reach::lane,
                unsigned traits = 0);
void add(launch_state& launch, raw_finding what);

template <class Describe>
void add_finding(worker& w, finding_kind kind, const void* pc, const void* other, Describe describe, reach apart,
                 unsigned traits) {
    if (!first_time(*w.launch, kind, pc, other, apart, traits)) return;
    const void* const where = in_user_code(pc);
    outside_of_lane(w, [&] {
        raw_finding what{kind, pc, other, {}, {}};
        what.where = where;
        what.reach = apart;
        describe(what);
        add(*w.launch, std::move(what));
    });
}

/// Replaces all marks of a text.
std::string with_places(const std::string& message);

/// "thread 5 of block 2", with (x, y, z) where the grid has more dimensions.
std::string who(const worker& w, unsigned lane);
std::string who(const launch_state& launch, std::uint64_t block, unsigned lane);

std::string bytes_text(std::size_t count);  ///< "1 byte", or "2 bytes"
std::string block_text(const worker& w);    ///< "2", or "(2, 0)"
std::string block_text(dim3 grid, std::uint64_t number);

/// "threads 0-31, 64".
std::string threads(const std::vector<unsigned>& indices);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
