#include <data/writers/shared_destination.hpp>

#include <fmt/format.h>

#include <cerrno>

#include <lab/base/errors.hpp>

namespace strider::lab {

shared_destination::shared_destination(const std::string& path, std::string_view option, ranks& peers)
    : destination(peers.is_first() ? path : std::string(nowhere), option), peers_(peers) {
    if (peers.is_alone()) return;
    if (peers.is_first() && !is_file()) {
        throw usage_error(fmt::format("{} {}: is not a file, and several processes write one; name one", option, path));
    }
    const std::string unfinished = peers.gather(unfinished_path())[0];
    if (!peers.is_first()) join(path, unfinished);
    const int error = errno;
    peers.gather({});  // all have opened it: a rank that fails from here on ends the first one, which removes the file
    errno = error;
    require_open(option);
}

void shared_destination::commit() {
    if (peers_.is_alone()) return destination::commit();
    sync();
    peers_.gather({});  // all have written their parts
    keep(peers_.is_first());
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
