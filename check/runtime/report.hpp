// The report of a translated program: a file of JSON lines, each written at once, so that a program which dies has told
// what was found until then: "source_kernel" and "entered" name a kernel of the sources and one that a lane has
// entered, "library_call" a function of a library, "finding" is one as it is met first. "stands_in" is the kernel that
// runs, in this "block", when a SIGTERM comes, which ends the program. "in_part" is a kernel that was checked in part,
// with "checked_blocks" of its "blocks". When the program ends by itself, "ended" comes, then all findings anew, with
// how often they occurred, and the counters of each kernel. Every line says which "process" wrote it.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include <strider/emulator/session.hpp>

namespace strider::emulation::program {

nlohmann::json to_json(const finding& what);
nlohmann::json to_json(const std::string& kernel, const counters& counted, speed at);

/// The launches of each kernel; those that did the same one after the other are one.
std::map<std::string, nlohmann::json> launches_of(const details& seen);

/// The report's file, to which every line is appended by one write: whole lines, also from several processes.
class report_file {
public:
    explicit report_file(const std::string& path);  ///< empty: there is none
    bool exists() const { return file_ >= 0; }

    void add(nlohmann::json line) const;
    /// The same for a kernel's name, without memory of its own: on the small stack of a lane.
    void add(const char* event, const char* kernel) const;

private:
    int file_ = -1;
};

}  // namespace strider::emulation::program
// SPDX-License-Identifier: Apache-2.0
