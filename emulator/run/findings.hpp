// Findings before they are put into words: addresses instead of lines, which are looked up only for the report.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "code/places.hpp"
#include "scheduler.hpp"

namespace strider::emulation {

/// How far the two threads of a finding are apart. The same lines may be seen at several distances: what orders the
/// farthest orders all.
enum class reach : std::uint8_t { lane, warp, block, grid };

/// What the advice about a race depends on, beside its places.
struct race_facts {
    bool certain = false;    ///< `fix` is right whatever the other facts
    bool mixed = false;      ///< one access is atomic, the other one is plain
    bool reads = false;      ///< the plain one reads
    bool compares = false;   ///< the atomic one is a compare-and-swap
    bool one_store = false;  ///< both are stores by one instruction
    bool has_room = false;   ///< for an element of each thread of the grid
};

struct raw_finding {
    finding_kind kind{};
    const void* pc = nullptr;
    const void* other = nullptr;
    std::string message;  ///< may hold place() marks
    std::string fix;
    const char* fix_on_one_line = nullptr;  ///< in its place, where pc and other are on one line of the source
    const char* fix_of_next = nullptr;      ///< in its place, where nothing farther than the next element was accessed
    const char* barrier = nullptr;  ///< by which, between pc and other, it is fixed; the words come before those of fix
    std::uintptr_t array = 0;       ///< differs where the array does; 0: findings on one array are not one
    std::string array_name = {};
    race_facts race = {};
    enum reach reach = reach::lane;
    bool note = false;
    bool follows = false;       ///< see finding::follows
    bool of_no_object = false;  ///< a null pointer or texture: follows, if a call was refused and nobody looked
    enum { no_refusal, refused, known_refusal } launch = no_refusal;  ///< known: the program asked for the error
    const void* where = pc;  ///< in the user's code: pc, or the call of the library's function that holds it
};

/// How often a finding was met, and what was seen of it beside the first time.
struct sighting {
    enum trait : unsigned {
        farther = 1,        ///< out of bounds, and not right behind an array
        other_threads = 2,  ///< a race of threads that have different places in their blocks
        later_threads = 4,  ///< a race of threads that are not the first ones of their blocks
    };
    std::uint64_t times = 0;
    std::uint64_t number = 0;  ///< the order in which places were met first
    unsigned traits = 0;
};

/// What has been launched of a kernel, and checked.
struct sampled_launches : checked_part {
    struct equal_launches {
        std::uint64_t launches = 0;
        bool in_part = false;  ///< some of their blocks were not checked
    };
    std::map<std::array<std::uint64_t, 4>, equal_launches> shapes;  ///< grid, and threads of a block
    std::uint64_t work = 0;                                         ///< that was checked
    bool checks_all = false;                                        ///< see block_sample
};

/// Whoever launches belong to: what they know of a session.
struct launch_owner {
    launch_owner() = default;
    launch_owner(const launch_owner&) = delete;
    launch_owner& operator=(const launch_owner&) = delete;
    virtual ~launch_owner() = default;

    options how;

    using place_key = std::tuple<const void*, finding_kind, const void*, const void*, reach>;  // the kernel comes first
    std::mutex mutex;  ///< of all that follows, and of what a session adds
    std::map<place_key, sighting> seen;
    std::vector<std::pair<place_key, raw_finding>> found;
    std::map<const void*, sampled_launches> sampled;  ///< by launches that have ended, if they can be sampled
    std::set<launch_state*> running;
    std::uint64_t checked_work = 0;

    /// What looks at a launch that begins.
    virtual std::unique_ptr<launch_observer> observe(launch_state& launch) = 0;
};

/// What is checked of each kernel, also by launches that still run; under the owner's mutex.
std::map<const void*, checked_part> checked_so_far(const launch_owner& owner);

/// The youngest session of this thread, or null; the session defines it.
launch_owner* current_owner();

/// Stands in a message for the file and line of `pc` until the report is made.
std::string place(const void* pc);

/// Adds the finding to the session of the launch; the same kind at the same places is only counted.
/// `describe` makes the message, and is not called for a repetition.
template <class Describe>
void add_finding(worker& w, finding_kind kind, const void* pc, const void* other, Describe describe,
                 reach apart = reach::lane, unsigned traits = 0);

/// Whether this is the first of its kind at these places; counts it.
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

/// All marks of a text replaced.
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
