// Every call of the library, for the suites that must hold for all of them: right calls and wrong ones, by pattern
// (PATTERN_calls.hpp): a struct with two functions, for any backend: `calls<Backend>(elements)`, a call_list, and
// `wrong_calls<Backend>()`, a wrong_call_list. The pattern's test files list it for their backends, and the suites of
// workspaces and of misuse run what is listed.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <strider/core/policy.hpp>

#include "tests/library/test_operators.hpp"

namespace strider::test {

/// Operators of calls beside the usual one. Every operator is a kernel that is compiled.
using other_extreme = std::conditional_t<STRIDER_TEST_ALL, minimum, plus>;
using other_greatest = std::conditional_t<STRIDER_TEST_ALL, maximum, plus>;

/// One call on memory of a backend: `run(policy)` makes it, and `is_right()` says whether what it left is right.
template <class Policy>
struct prepared_call {
    std::string name;
    bool into;         ///< returns nothing, and so can be captured
    unsigned scratch;  ///< pieces of memory that a workspace has to allocate for it
    std::function<void(const Policy&)> run;
    std::function<bool()> is_right;
    std::function<void()> reset;  ///< the output is again as it was before the first run
};

/// Calls with memory of their own. What is right is what strider::serial gives.
template <class Backend>
class call_list {
public:
    using policy = decltype(Backend::policy());

    /// `run(at, output, inputs...)` is the call, on spans of these vectors; the output holds `before` until then.
    template <class T, class... In, class Run>
    void add(const std::string& name, unsigned scratch, const std::vector<T>& before, std::tuple<In&...> inputs,
             Run run) {
        using result = std::invoke_result_t<Run, serial, std::span<T>, std::span<const typename In::value_type>...>;
        const auto told = [run](const auto& at, std::span<T> output,
                                std::span<const typename In::value_type>... input) {
            if constexpr (std::is_void_v<result>) {
                run(at, output, input...);
                return true;
            } else {
                return run(at, output, input...);
            }
        };
        const auto of = std::make_shared<outcome<T, std::conditional_t<std::is_void_v<result>, bool, result>>>(before);
        of->right_result = std::apply([&](In&... input) { return told(serial{}, of->right, input...); }, inputs);
        const auto given = std::apply(
            [](In&... input) { return std::tuple(std::make_shared<buffer<typename In::value_type>>(input)...); },
            inputs);
        keep(name, std::is_void_v<result>, scratch, of, [=](const policy& at) {
            const auto call = [&](const auto&... input) {
                of->found = told(at, std::span<T>(of->output.address(), of->right.size()), input->range()...);
            };
            std::apply(call, given);
        });
    }

    /// The scratch of the call that needs most.
    unsigned most_scratch() const { return std::ranges::max(calls_, {}, &prepared_call<policy>::scratch).scratch; }

    auto begin() const { return calls_.begin(); }
    auto end() const { return calls_.end(); }
    std::size_t size() const { return calls_.size(); }
    const prepared_call<policy>& operator[](std::size_t i) const { return calls_[i]; }

private:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    template <class T, class Result>
    struct outcome {
        explicit outcome(const std::vector<T>& elements) : output(elements), before(elements), right(elements) {}
        buffer<T> output;
        std::vector<T> before, right;
        Result right_result{}, found{};
    };
    /// Apart from `add`, so that these functions are compiled once a type and not once a call.
    template <class T, class Result>
    void keep(const std::string& name, bool into, unsigned scratch, const std::shared_ptr<outcome<T, Result>>& of,
              std::function<void(const policy&)> run) {
        calls_.push_back({name, into, scratch, std::move(run),
                          [=] { return of->found == of->right_result && of->output.values() == of->right; },
                          [=] { of->output.assign(of->before); }});
    }

    std::vector<prepared_call<policy>> calls_;
};

/// Calls that must throw std::invalid_argument before they do anything.
template <class Backend>
class wrong_call_list {
public:
    using policy = decltype(Backend::policy());

    /// Memory that no call may write to.
    template <class T = int>
    std::span<T> memory(std::size_t count) {
        const std::vector<T> ones(count, T(1));
        const auto kept = std::make_shared<typename Backend::template buffer<T>>(ones);
        untouched_.push_back([=] { return kept->values() == ones; });
        return {kept->address(), count};
    }
    /// A range whose size has overflowed.
    template <class T = int>
    std::span<T> endless() {
        return {memory<T>(1).data(), ~std::size_t{0} / 2};
    }

    /// A range without memory.
    template <class T = int>
    static std::span<T> nowhere(std::size_t count = 100) {
        return {static_cast<T*>(nullptr), count};
    }

    /// The message begins with the name of the call that was made, and has `says` in it: what to do.
    void add(const std::string& name, const std::string& says, std::function<void(const policy&)> run) {
        calls_.push_back({name, says, std::move(run)});
    }

    void expect_refused(const policy& at) const {
        for (const call& wrong : calls_) {
            try {
                wrong.run(at);
                ADD_FAILURE() << wrong.name << " was not refused";
            } catch (const std::invalid_argument& error) {
                const std::string what = error.what(), call = wrong.name.substr(0, wrong.name.find_first_of("(<"));
                EXPECT_NE(what.find(wrong.says), what.npos) << wrong.name << ": " << what;
                // The checks of sizes and of initial values know no call.
                EXPECT_TRUE(what.starts_with(call + ": ") || what.starts_with(call + " of ") ||
                            what.starts_with("a range of ") || what.starts_with("the initial value "))
                    << wrong.name << ": " << what;
            }
        }
        for (const auto& is_untouched : untouched_) EXPECT_TRUE(is_untouched());
    }

private:
    struct call {
        std::string name, says;
        std::function<void(const policy&)> run;
    };
    std::vector<call> calls_;
    std::vector<std::function<bool()>> untouched_;
};

/// Adds a call `at` a policy to the wrong_call_list `list`: its message says what to do.
#define ADD_WRONG(says, ...) list.add(#__VA_ARGS__, says, [=](const auto& at) { __VA_ARGS__; })

/// The calls of one pattern on a backend, for the suites that must hold for all calls. A test file lists those of its
/// pattern: `const listed<reduce_calls, my_backend> reductions("reduce");`
template <class Backend>
struct pattern_calls {
    std::string pattern;
    call_list<Backend> (*calls)(std::uint64_t elements);
    wrong_call_list<Backend> (*wrong_calls)();
    friend void PrintTo(const pattern_calls& of, std::ostream* to) { *to << of.pattern; }
};

template <class Backend>
std::vector<pattern_calls<Backend>>& listed_patterns() {
    static std::vector<pattern_calls<Backend>> all;
    return all;
}

template <class Calls, class... Backends>
struct listed {
    explicit listed(const char* pattern) {
        (listed_patterns<Backends>().push_back(
             {pattern, &Calls::template calls<Backends>, &Calls::template wrong_calls<Backends>}),
         ...);
    }
};

/// For INSTANTIATE_TEST_SUITE_P.
template <class Backend>
std::string name_of_pattern(const testing::TestParamInfo<pattern_calls<Backend>>& info) {
    return info.param.pattern;
}

/// first, first + 1, ...
template <class T = int>
std::vector<T> ascending(std::uint64_t count, T first = T(0)) {
    std::vector<T> numbers(count);
    for (std::uint64_t i = 0; i < count; ++i) numbers[i] = static_cast<T>(first + static_cast<T>(i));
    return numbers;
}

/// A map that calls need besides.
struct next {
    STRIDER_HOST_DEVICE constexpr int operator()(int x) const { return x + 1; }
};

/// Elements of an operator that does not commute.
inline std::vector<affine> affine_steps(std::uint64_t count) {
    std::vector<affine> steps;
    for (const int x : ascending(count, -3)) {
        steps.push_back(from_bits<affine>(static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15u));
    }
    return steps;
}

/// Ever longer segments, empty ones, and a long one.
inline std::vector<unsigned> offsets_of_any_length(std::uint64_t count) {
    std::vector<unsigned> offsets{0};
    while (offsets.back() < count / 2) offsets.push_back(offsets.back() + static_cast<unsigned>(offsets.size() / 2));
    offsets.resize(offsets.size() + 3, static_cast<unsigned>(count));
    return offsets;
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
