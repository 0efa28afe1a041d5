// Host code that computes much: references that a program compares its kernels with, sorts, fills. Which functions they
// are comes from samples of their accesses.
#include <map>
#include <mutex>

#include <strider/emulator/host_watch.hpp>

#include "code/module.hpp"
#include "code/uninstrumented_build.hpp"
#include "run/arena.hpp"
#include "run/host_watch.hpp"

namespace strider::emulation {

namespace {

/// So many samples are enough, about a second's; and a function with this part of them is worth it.
constexpr unsigned enough_samples = 400, worth_part = 50;

struct host_samples {
    std::mutex mutex;
    std::map<std::uintptr_t, unsigned> by_function;
    unsigned taken = 0;
    void (*tell)(const std::vector<std::uintptr_t>& functions) = nullptr;
};
host_samples& samples() {
    static auto* const all = new host_samples;
    return *all;
}

void take_sample(const void* pc) {
    host_samples& all = samples();
    const std::lock_guard guard(all.mutex);
    const module_symbol* const in = find_symbol(own_module().functions, reinterpret_cast<std::uintptr_t>(pc));
    if (in != nullptr && in->name != "main") ++all.by_function[in->begin - own_module().base];
    if (++all.taken != enough_samples) return;
    watched_host.sample = nullptr;
    std::vector<std::uintptr_t> busy;
    for (const auto& [function, count] : all.by_function)
        if (count * worth_part >= enough_samples) busy.push_back(function);
    if (!busy.empty()) all.tell(busy);
}

}  // namespace

void when_host_is_busy(void (*tell)(const std::vector<std::uintptr_t>& functions)) {
    samples().tell = tell;
    watched_host.sample = take_sample;
}

void run_host_uninstrumented(const std::vector<std::uintptr_t>& functions,
                             const std::vector<std::vector<std::string>>& compile) {
    run_uninstrumented({.functions = functions,
                        .zero_words = {&watched_host.both_sides, &watched_host.copied_bytes},
                        .lanes_begin = &arena.begin,
                        .lanes_bytes = &arena.bytes},
                       compile);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
