// Processes that this one starts itself, one a GPU: --gpus. Each sees one GPU alone.
#include <fmt/format.h>

#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <lab/commands.hpp>
#include <lab/errors.hpp>
#include <lab/modules.hpp>
#include <lab/ranks/ranks.hpp>
#include <lab/sizes.hpp>

namespace strider::lab {
namespace {

void send_all(int to, const void* bytes, std::size_t count) {
    const char* from = static_cast<const char*>(bytes);
    while (count != 0) {
        const ssize_t sent = ::send(to, from, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) throw std::runtime_error("another process of this command has ended");
        from += sent;
        count -= static_cast<std::size_t>(sent);
    }
}

void receive_all(int from, void* bytes, std::size_t count) {
    char* to = static_cast<char*>(bytes);
    while (count != 0) {
        const ssize_t got = ::recv(from, to, count, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) throw std::runtime_error("another process of this command has ended");
        to += got;
        count -= static_cast<std::size_t>(got);
    }
}

void send_text(int to, std::string_view text) {
    const std::uint64_t length = text.size();
    send_all(to, &length, sizeof length);
    send_all(to, text.data(), text.size());
}

std::string receive_text(int from) {
    std::uint64_t length = 0;
    receive_all(from, &length, sizeof length);
    std::string text(length, '\0');
    receive_all(from, text.data(), text.size());
    return text;
}

/// The first process gathers what the others send, and sends it to all.
class forked final : public transport {
public:
    /// Starts the others: from here on all of them run.
    explicit forked(int processes) : size_(processes) {
        for (int r = 1; r < processes; ++r) {
            std::array<int, 2> ends{};
            if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
                throw std::runtime_error(fmt::format("cannot start processes: {}", std::strerror(errno)));
            }
            const pid_t started = ::fork();
            if (started < 0) throw std::runtime_error(fmt::format("cannot start processes: {}", std::strerror(errno)));
            if (started == 0) {
                for (const int of_another : ends_) ::close(of_another);
                ::close(ends[0]);
                ends_ = {ends[1]};
                children_.clear();
                rank_ = r;
                return;
            }
            ::close(ends[1]);
            ends_.push_back(ends[0]);
            children_.push_back(started);
        }
    }
    ~forked() override {
        for (const int end : ends_) ::close(end);
        for (const pid_t child : children_) {
            while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
            }
        }
    }

    int rank() const override { return rank_; }
    int size() const override { return size_; }

    std::vector<std::string> all_gather(std::string_view mine) override {
        std::vector<std::string> all;
        if (rank_ != 0) {
            send_text(ends_[0], mine);
            for (int r = 0; r < size_; ++r) all.push_back(receive_text(ends_[0]));
        } else {
            all.emplace_back(mine);
            for (const int end : ends_) all.push_back(receive_text(end));
            for (const int end : ends_) {
                for (const std::string& one : all) send_text(end, one);
            }
        }
        return all;
    }

    [[noreturn]] void abort(int status) override {
        for (const pid_t child : children_) ::kill(child, SIGTERM);
        std::exit(status);
    }

private:
    int rank_ = 0, size_;
    std::vector<int> ends_;  ///< of the first process: to every other one; of another: to the first
    std::vector<pid_t> children_;
};

/// What stands behind `name`, also as name=value; empty where it is not given.
std::string_view value_of(std::span<const char* const> words, std::string_view name) {
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (word == name && i + 1 < words.size()) return words[i + 1];
        if (word.starts_with(name) && word.substr(name.size()).starts_with("=")) return word.substr(name.size() + 1);
    }
    return {};
}

/// How many there are: asked by a process of its own, since CUDA does not outlive a fork.
unsigned count_of(const std::string& device, std::string_view pattern) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) throw std::runtime_error(std::strerror(errno));
    const pid_t child = ::fork();
    if (child == 0) {
        unsigned count = 0;
        try {
            const opened_device& found = open_device(device, pattern);
            if (found.device) count = found.device->ranks();
        } catch (...) {
        }
        static_cast<void>(!::write(ends[1], &count, sizeof count));
        std::_Exit(0);
    }
    ::close(ends[1]);
    unsigned count = 0;
    const bool told = child > 0 && ::read(ends[0], &count, sizeof count) == sizeof count;
    ::close(ends[0]);
    if (child > 0) ::waitpid(child, nullptr, 0);
    return told ? count : 0;
}

/// The one GPU that process `rank` sees, of those that this one does.
void see_one_gpu(int rank) {
    const char* const seen = std::getenv("CUDA_VISIBLE_DEVICES");
    std::string mine = std::to_string(rank);
    if (seen != nullptr) {
        std::string_view list = seen;
        for (int r = 0; r < rank && list.find(',') != list.npos; ++r) list.remove_prefix(list.find(',') + 1);
        mine = list.substr(0, list.find(','));
    }
    ::setenv("CUDA_VISIBLE_DEVICES", mine.c_str(), 1);
}

}  // namespace

ranks start_ranks(std::vector<const char*>& words) {
    const auto is_shared = [&](const command& one) { return one.is_shared && one.name == std::string_view(words[0]); };
    if (words.empty() || std::ranges::none_of(commands, is_shared)) return {};
    const std::string_view asked = value_of(words, "--gpus");
    if (asked.empty()) return {};
    std::string device(value_of(words, "--device"));
    if (device.empty()) {
        device = "gpu";
        words.insert(words.end(), {"--device", "gpu"});
    }
    if (device != "gpu" && device != "simt") {
        throw usage_error(
            fmt::format("--gpus is for --device gpu, not {}; mpirun starts processes on the CPU", device));
    }
    const unsigned there = count_of(device, words[0]);
    if (there == 0) {
        static_cast<void>(require_device(device, words[0]));  // says why
        throw usage_error(fmt::format("{} cannot be used", device));
    }
    const std::uint64_t count = asked == "all" ? there : parse_size(asked);
    if (count < 1 || count > there) {
        throw usage_error(fmt::format("--gpus {}: {} has {}; give 1 to {}, or all", asked, device, there, there));
    }
    if (count == 1) return {};
    auto started = std::make_unique<forked>(static_cast<int>(count));
    see_one_gpu(started->rank());
    return ranks(std::move(started));
}

}  // namespace strider::lab
