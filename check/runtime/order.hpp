// The order of what streams do, as CUDA has it: within a stream, by events, by the default stream, and by the host
// where it waits. All threads of the host count as one: what one has waited for, others may know. Functions of the host
// that streams call are operations of their streams.
#pragma once

#include <strider/emulator/operations.hpp>

#include <vector>

namespace strider::emulation::runtime {

/// A stream's operations, one after the other.
class operation_line {
public:
    /// The default stream has an order with streams that are `blocking`: each of its operations comes after theirs
    /// before, and before theirs after.
    enum class kind { legacy, blocking, non_blocking };
    operation_line(kind how, int device);
    ~operation_line();
    operation_line(const operation_line&) = delete;
    operation_line& operator=(const operation_line&) = delete;

    /// The next operation, which comes after all that the host has waited for.
    stream_operation begin(const void* at, const char* what, bool host_waits);
    /// The next launch of a kernel. One that is `dependent` comes after what the launch directly before it came after.
    stream_operation begin_launch(const void* at, bool dependent);
    /// The next one of a graph that is launched here: a part of the graph that is in no order with others has a branch
    /// of its own, and `after` holds the operations of the nodes that it depends on.
    stream_operation begin_node(std::size_t branch, const operation_set& after, const void* at, const char* what,
                                const void* graph_at);

    /// Reads for the next operation, and comes after what the host has waited for alone.
    stream_operation begin_early(const void* at, const char* what, bool host_waits);

    int device() const { return device_; }
    /// The operations that later work must follow.
    operation_set record() const;
    /// Operations after this come after these as well.
    void follow(const operation_set& before);
    /// The next launch of a kernel may wait for this one.
    void follow_start(const launch_number& primary);

private:
    friend operation_set operations_of(int device);
    operation_set so_far() const;
    operation_set of_others() const;

    const kind how_;
    const int device_;
    unsigned id_;
    std::vector<unsigned> branches_;  ///< their lines
    unsigned early_ = 0;              ///< the line of early operations
    operation_set known_;
    struct launch_so_far {
        std::uint64_t number = 0;  ///< 0: the last operation is no launch
        operation_set before;
    } last_launch_;
    std::vector<launch_number> primaries_;  ///< by events
};

/// All that the device's streams were given up to now.
operation_set operations_of(int device);

/// Operations that the host gives to streams from now on come after these, and so does what it does to memory.
void host_has_waited_for(const operation_set& some);

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
