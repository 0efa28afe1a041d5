// Rungs that a ladder must reject, each for another reason, and one that it must take (`strider ladder reduce --with`).
#include <stdexcept>

#include <ladders/harness/gpu_rung.hpp>

namespace {

using namespace strider::ladders;

constexpr unsigned threads = 256;

__global__ void add_each(const int* input, int* output, std::uint64_t elements) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < elements) atomicAdd(output, input[i]);
}

void sum(const arguments& with) {
    launch_fill(with, static_cast<int*>(with.output), 1, 0);
    launch_on(with, blocks_for(with.elements, threads), threads, 0, add_each, static_cast<const int*>(with.input),
              static_cast<int*>(with.output), with.elements);
}

bool takes_sums_of_i32(const instance& of) { return of.type == element_type::i32 && of.op == operation::sum; }

const registration right{
    {.pattern = "reduce", .number = 50, .name = "right", .supports = takes_sums_of_i32, .run = sum}};

/// Loses the last element.
void lose_one(const arguments& with) {
    arguments fewer = with;
    --fewer.elements;
    sum(fewer);
}
const registration loses_one{
    {.pattern = "reduce", .number = 51, .name = "loses one", .supports = takes_sums_of_i32, .run = lose_one}};

/// Does nothing on later calls.
void work_once(const arguments& with) {
    static bool done = false;
    if (!done) sum(with);
    done = true;
}
const registration works_once{
    {.pattern = "reduce", .number = 52, .name = "works once", .supports = takes_sums_of_i32, .run = work_once}};

/// Keeps the result by the address of the input. (Reads the output on the host, which is memory of the host here.)
__global__ void store(int* output, int value) { *output = value; }

void keep_result(const arguments& with) {
    static const void* known = nullptr;
    static int kept = 0;
    if (known != with.input) {
        sum(with);
        known = with.input;
        kept = *static_cast<const int*>(with.output);
    }
    launch_on(with, 1, 1, 0, store, static_cast<int*>(with.output), kept);
}
const registration keeps_result{
    {.pattern = "reduce", .number = 53, .name = "keeps results", .supports = takes_sums_of_i32, .run = keep_result}};

/// Adds in the input itself.
__global__ void add_in_place(int* input, int* output, std::uint64_t elements) {
    for (std::uint64_t i = 1; i < elements; ++i) input[0] += input[i];
    *output = input[0];
}

void change_input(const arguments& with) {
    launch_on(with, 1, 1, 0, add_in_place, static_cast<int*>(const_cast<void*>(with.input)),
              static_cast<int*>(with.output), with.elements);
}
const registration changes_input{
    {.pattern = "reduce", .number = 54, .name = "changes input", .supports = takes_sums_of_i32, .run = change_input}};

/// Reads one element too many, and adds nothing for it.
__global__ void add_and_one_more(const int* input, int* output, std::uint64_t elements) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i <= elements) atomicAdd(output, input[i] * static_cast<int>(i < elements));
}

void read_beyond(const arguments& with) {
    launch_fill(with, static_cast<int*>(with.output), 1, 0);
    launch_on(with, blocks_for(with.elements + 1, threads), threads, 0, add_and_one_more,
              static_cast<const int*>(with.input), static_cast<int*>(with.output), with.elements);
}
const registration reads_beyond{
    {.pattern = "reduce", .number = 55, .name = "reads beyond", .supports = takes_sums_of_i32, .run = read_beyond}};

/// Computes on the host, and has a kernel store the result.
void compute_on_host(const arguments& with) {
    const int* const input = static_cast<const int*>(with.input);
    unsigned total = 0;
    for (std::uint64_t i = 0; i < with.elements; ++i) total += static_cast<unsigned>(input[i]);
    launch_on(with, 1, 1, 0, store, static_cast<int*>(with.output), static_cast<int>(total));
}
const registration computes_on_host{{.pattern = "reduce",
                                     .number = 56,
                                     .name = "computes on the host",
                                     .supports = takes_sums_of_i32,
                                     .run = compute_on_host}};

/// Takes what stands in the output for the result's complement.
__global__ void invert(int* output) { *output = ~*output; }

void invert_output(const arguments& with) { launch_on(with, 1, 1, 0, invert, static_cast<int*>(with.output)); }
const registration inverts_output{
    {.pattern = "reduce", .number = 57, .name = "inverts", .supports = takes_sums_of_i32, .run = invert_output}};

/// Cannot run.
const registration fails{{.pattern = "reduce", .number = 58, .name = "fails", .run = [](const arguments&) {
                              throw std::runtime_error("no kernel for this");
                          }}};

/// Works while it is verified: three calls.
void tire(const arguments& with) {
    static int calls = 0;
    if (++calls <= 3) sum(with);
}
const registration tires{
    {.pattern = "reduce", .number = 59, .name = "tires", .supports = takes_sums_of_i32, .run = tire}};

}  // namespace
// SPDX-License-Identifier: Apache-2.0
