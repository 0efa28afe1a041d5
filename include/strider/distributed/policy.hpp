// The policy of several ranks, and how they agree.
//
// Every call begins with one exchange of fixed size, in which each rank says what it is about to do with how many
// elements, or why it cannot. So all ranks go on together, or all of them throw; none waits for one that has given up.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <strider/core/policy.hpp>
#include <strider/distributed/communicator.hpp>
#include <strider/distributed/memory.hpp>

namespace strider {

namespace detail {

/// How some elements are cut into parts of consecutive ones: rank r has those from first[r] up to first[r + 1].
struct cut {
    std::vector<std::uint64_t> first = {0};

    std::uint64_t elements() const { return first.back(); }
    int ranks() const { return static_cast<int>(first.size()) - 1; }
    std::uint64_t begin(int rank) const { return first[static_cast<std::size_t>(rank)]; }
    std::uint64_t end(int rank) const { return first[static_cast<std::size_t>(rank) + 1]; }
    std::uint64_t size(int rank) const { return end(rank) - begin(rank); }
    bool operator==(const cut&) const = default;
};

/// Agreements of the ranks in earlier calls.
struct agreements {
    cut last;  ///< of the elements of the last call
};

}  // namespace detail

/// One rank of several: calls take this rank's part of the elements, which follows the part of the rank before it, and
/// all ranks make the same call. The arguments of a rank lie in the memory of `local`: strider::serial, cpu, gpu or
/// emulator, the same on all ranks. Parts may have any size, also none. The results are those of strider::serial on all
/// elements, to the last bit, however they are cut.
///
/// The calls are those of strider/distributed.hpp. They wait for each other and for the result, on strider::gpu too:
/// none can be captured in a graph. If a call throws on one rank, it throws on all: on that rank the exception, on the
/// others peer_error, which says which rank and why. If the ranks make different calls, all throw
/// std::invalid_argument. If one rank is lost, the others throw lost_peer.
template <class Communicator, class Local = serial>
    requires execution_policy<Local> && communicator_for<Communicator, Local>
struct distributed {
    Communicator communicator;
    Local local;

    explicit distributed(Communicator transport, Local place = {})
        : communicator(std::move(transport)), local(std::move(place)), known(std::make_shared<detail::agreements>()) {}

    int rank() const { return communicator.rank(); }
    int size() const { return communicator.size(); }

    std::shared_ptr<detail::agreements> known;  ///< the library's
};

namespace detail {

/// Numbers that each rank tells the others: how many elements it has, and a number of the call.
using told_numbers = std::array<std::uint64_t, 2>;

/// A rank's message at the beginning of a call, and after a step that may fail.
struct call_header {
    std::uint64_t call = 0;       ///< which one, on what types
    std::uint64_t arguments = 0;  ///< what must be the same on all ranks
    told_numbers numbers{};
    std::uint64_t goes_ahead = 0;  ///< the result of its work is behind the header: what it has expected, hashed
    std::uint32_t failed = 0;
    char text[212] = {};  ///< the call's name, or why it has failed
};
static_assert(sizeof(call_header) == 256 && std::is_trivially_copyable_v<call_header>);

/// FNV-1a.
constexpr std::uint64_t hashed(const char* bytes, std::size_t count, std::uint64_t hash = 0xcbf29ce484222325u) {
    for (std::size_t i = 0; i < count; ++i) {
        hash = (hash ^ static_cast<unsigned char>(bytes[i])) * 0x100000001b3u;
    }
    return hash;
}
template <class... Types>
std::uint64_t hash_of_types() {
    return hashed(__PRETTY_FUNCTION__, std::string_view(__PRETTY_FUNCTION__).size());
}
/// A hash of a value's bytes, if equal values have equal bytes.
template <class T>
std::uint64_t hash_of(const T& value, std::uint64_t hash = 0xcbf29ce484222325u) {
    if constexpr (std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>) {
        constexpr std::size_t bytes = std::is_same_v<T, long double> ? 10 : sizeof(T);
        return hashed(reinterpret_cast<const char*>(&value), bytes, hash);
    }
    return hash;
}

/// Never 0.
inline std::uint64_t hash_of(const cut& parts) {
    const auto* const bytes = reinterpret_cast<const char*>(parts.first.data());
    return hashed(bytes, parts.first.size() * sizeof(std::uint64_t)) | 1;
}

/// A call that all ranks make together, and the parts that must agree.
struct collective_header {
    const char* name;
    std::uint64_t types = 0, arguments = 0;
};

/// Room behind the header for the results of a rank's work: what a call's first exchange takes is the same for all
/// calls, so that ranks that make different ones find that out.
template <class Local>
std::size_t payload_bytes(int ranks) {
    constexpr std::size_t in_all = has_host_memory<Local> ? 16 * 1024 : 256 * 1024;
    return exchange_memory<Local>::rounded(in_all / static_cast<std::size_t>(ranks));
}

/// The messages of all ranks, and the payloads behind them.
struct meeting {
    std::vector<call_header> headers;
    const unsigned char* payloads = nullptr;  ///< in memory of the backend; rank r's begins after r strides
    std::size_t stride = 0;

    /// How the elements of all ranks are cut.
    cut parts() const {
        cut result;
        constexpr std::uint64_t most = ~std::uint64_t{0} >> 1;
        for (const call_header& header : headers) {
            if (header.numbers[0] > most - result.elements()) {
                throw std::invalid_argument("the parts of all ranks have more elements than 63 bits count");
            }
            result.first.push_back(result.elements() + header.numbers[0]);
        }
        return result;
    }
};

inline void require_the_same_call(const std::vector<call_header>& headers) {
    const auto name = [&](std::size_t r) { return std::string(headers[r].text); };
    for (std::size_t r = 1; r < headers.size(); ++r) {
        const std::string who = "rank " + std::to_string(r);
        if (name(r) != name(0)) {
            throw std::invalid_argument(who + " calls " + name(r) + " and rank 0 " + name(0) +
                                        ": make the same call on all ranks");
        }
        if (headers[r].call != headers[0].call) {
            throw std::invalid_argument(name(0) + ": " + who +
                                        " gives other types than rank 0: make the same call on "
                                        "all ranks");
        }
        if (headers[r].arguments != headers[0].arguments) {
            throw std::invalid_argument(name(0) + ": " + who +
                                        " gives other values than rank 0: give the same on all "
                                        "ranks");
        }
    }
}

/// Where the ranks of a call meet.
template <class Policy>
class rendezvous {
    using local = decltype(Policy::local);

public:
    rendezvous(const Policy& policy, const collective_header& call)
        : policy_(policy), call_(call), payload_(payload_bytes<local>(policy.size())) {}

    /// Does `work(payload)`, which gives the numbers to tell, and may leave a result of payload_bytes() there; then
    /// hears of all others. Throws on all ranks where one has thrown, or calls something else. `memory` is at least
    /// memory_bytes() of the place.
    template <class Work>
    meeting meet(exchange_memory<local>& memory, Work work, std::uint64_t goes_ahead = 0) {
        const auto call = [](void* called, unsigned char* payload) {
            return told_numbers((*static_cast<Work*>(called))(payload));
        };
        return agree(memory, any_work{&work, call}, goes_ahead);
    }

    std::size_t room() const { return payload_; }
    std::size_t memory_bytes() const {
        using memory = exchange_memory<local>;
        const std::size_t stride = sizeof(call_header) + payload_;
        return memory::rounded(stride) + memory::rounded(stride * ranks());
    }

private:
    /// A function whose type is forgotten, so that meetings are compiled once a policy.
    struct any_work {
        void* called;
        told_numbers (*call)(void* called, unsigned char* payload);
    };

    meeting agree(exchange_memory<local>& memory, any_work work, std::uint64_t goes_ahead) {
        const std::size_t stride = sizeof(call_header) + payload_;
        unsigned char* const mine = memory.template take<unsigned char>(stride);
        unsigned char* const all = memory.template take<unsigned char>(stride * ranks());
        call_header header;
        header.call = call_.types;
        header.arguments = call_.arguments;
        header.goes_ahead = goes_ahead;
        std::exception_ptr failure;
        set_text(header, call_.name);
        const auto fail = [&](const char* why) {
            failure = std::current_exception();
            header.failed = 1;
            set_text(header, why);
        };
        try {
            header.numbers = work.call(work.called, mine + sizeof(call_header));
        } catch (const lost_peer&) {
            throw;
        } catch (const std::exception& error) {
            fail(error.what());
        } catch (...) {
            fail("an exception of no standard type");
        }
        const local& rank_policy = policy_.local;
        store(rank_policy, reinterpret_cast<call_header*>(mine), header);
        policy_.communicator.all_gather(rank_policy, mine, all, stride);
        policy_.communicator.wait(rank_policy);
        meeting agreement{std::vector<call_header>(ranks()), all + sizeof(call_header), stride};
        copy_rows_to_host(rank_policy, agreement.headers.data(), all, sizeof(call_header), stride, ranks());
        for (std::size_t r = 0; r < ranks(); ++r) {
            if (agreement.headers[r].failed == 0) continue;
            if (failure) std::rethrow_exception(failure);
            throw peer_error(static_cast<int>(r), agreement.headers[r].text);
        }
        require_the_same_call(agreement.headers);
        return agreement;
    }

    std::size_t ranks() const { return static_cast<std::size_t>(policy_.size()); }

    static void set_text(call_header& header, const char* text) {
        const std::size_t length = std::min(std::strlen(text), sizeof header.text - 1);
        std::memset(header.text, 0, sizeof header.text);
        std::memcpy(header.text, text, length);
    }

    const Policy& policy_;
    collective_header call_;
    std::size_t payload_;
};

/// The meeting of a call whose ranks have nothing to tell but numbers; `check()` gives them.
template <class Policy, class Check>
meeting agree(const Policy& policy, const collective_header& call, Check check) {
    rendezvous point(policy, call);
    exchange_memory<decltype(Policy::local)> memory(policy.local, point.memory_bytes());
    return point.meet(memory, [&](void*) { return check(); });
}

}  // namespace detail

/// Waits until all ranks have come here. Throws as every call does.
template <class Communicator, class Local>
void barrier(const distributed<Communicator, Local>& policy) {
    detail::agree(policy, {"barrier"}, [] { return detail::told_numbers{}; });
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
