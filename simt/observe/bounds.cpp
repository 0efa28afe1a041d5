// Accesses to memory that is not there, indices beyond an array, and reads of what nobody has written.
#include <fmt/format.h>

#include "checker.hpp"
#include "observe.hpp"
#include "run/findings.hpp"
#include "run/scheduler.hpp"
#include "session_state.hpp"

namespace simt {

namespace {

const char* verb(unsigned how) {
    return (how & access_atomic) != 0 ? "updates" : (how & access_store) != 0 ? "writes" : "reads";
}

// What the compiler tells its bounds handler: the beginning of UBSan's OutOfBoundsData.
struct bad_index_data {
    const char* file;
    std::uint32_t line;
    std::uint32_t column;
    const struct {
        std::uint16_t kind, info;
        char name[1];
    }* array_type;
};

}  // namespace

void report_bad_address(worker& w, std::uintptr_t address, std::size_t bytes, unsigned how, const void* pc) {
    add_finding(w, finding_kind::out_of_bounds, pc, nullptr, [&](raw_finding& what) {
        const located at = locate(w, address, bytes);
        if (at.space != memory_space::nowhere) {
            what.message = fmt::format("{} {} {} bytes of {}, which kernels may only read", who(w, w.current->index),
                                       verb(how), bytes, describe(at, bytes));
            what.fix = "write to memory that is meant for results";
        } else if (const located wrapped = locate_wrapped(w, address, bytes); wrapped.space != memory_space::nowhere) {
            what.message = fmt::format(
                "{} {} {} bytes at {:#x}, by an unsigned index below zero. On a GPU, where shared "
                "addresses have 32 bits, that may be {}; C++ says that it is far behind",
                who(w, w.current->index), verb(how), bytes, address, describe(wrapped, bytes));
            what.fix = "make the index signed, or add before subtracting, so that it does not wrap";
        } else {
            what.message = fmt::format("{} {} {} bytes at {:#x}: {}", who(w, w.current->index), verb(how), bytes,
                                       address, describe_nearest(w, address, bytes));
            what.fix = find_freed(address) != nullptr
                           ? "free the memory only when no launch uses it any more"
                           : "let only threads with an element inside of the array access it: if (i < n)";
        }
    });
    retire(w);
}

void report_misaligned(worker& w, std::uintptr_t address, std::size_t bytes, unsigned how, const void* pc) {
    add_finding(w, finding_kind::misaligned_access, pc, nullptr, [&](raw_finding& what) {
        const located at = locate(w, address, 1);
        what.message = fmt::format("{} {} {} bytes at {:#x}, which is no multiple of {}: {}", who(w, w.current->index),
                                   verb(how), bytes, address, bytes, describe(at, 1));
        what.fix = "access vectors only where their address is a multiple of their size; elsewhere take their elements";
    });
    retire(w);
}

void report_uninitialised(worker& w, const located& at, std::size_t bytes, const void* pc) {
    if (w.block.lane_lost && at.space == memory_space::shared) return;
    add_finding(w, finding_kind::uninitialised_read, pc, nullptr, [&](raw_finding& what) {
        what.follows = at.entry != nullptr && w.launch->owner->lanes_lost && written_in_part(*at.entry);
        what.message = fmt::format("{} reads {}, which nobody has written{}", who(w, w.current->index),
                                   describe(at, bytes), at.space == memory_space::shared ? " in this block" : "");
        what.fix = at.space == memory_space::shared
                       ? "write every element that is read, also those beyond the end of the data; shared memory keeps "
                         "nothing from block to block"
                       : "write the memory before the kernel reads it, for instance with cudaMemset";
    });
}

void observe_bad_index(void* data, std::uintptr_t index, const void* pc) {
    worker* w = current_worker();
    if (w == nullptr || !w->observed) return;
    const auto& array = *static_cast<const bad_index_data*>(data);
    add_finding(*w, finding_kind::out_of_bounds, pc, nullptr, [&](raw_finding& what) {
        what.message = fmt::format("{} uses index {} of an array of type {}", who(*w, w->current->index),
                                   static_cast<std::int64_t>(index), array.array_type->name);
        what.fix = "keep the index below the extent of the array, or make the array larger";
    });
    retire(*w);
}

}  // namespace simt
