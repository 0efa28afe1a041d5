// Rungs of the CPU that a ladder must reject, each for another reason, and one that it must take: inclusive sums of
// i32.
#include <ladders/harness/rung.hpp>
#include <ladders/scan/problem.hpp>

namespace {

using namespace strider::ladders;

bool takes(const instance& of) { return of.type == element_type::i32 && of.op == operation::sum; }

/// Sums of elements `from` to `to`, with what came before.
void scan_part(const arguments& with, std::uint64_t from, std::uint64_t to) {
    const int* const input = static_cast<const int*>(with.input);
    int* const output = static_cast<int*>(with.output);
    unsigned sum = 0;
    for (std::uint64_t i = 0; i < to; ++i) {
        sum += static_cast<unsigned>(input[i]);
        if (i >= from) output[i] = static_cast<int>(sum);
    }
}

void scan(const arguments& with) { scan_part(with, 0, with.elements); }
const registration right{{.pattern = "scan", .number = 50, .name = "right", .supports = takes, .run = scan}};

const registration misses_17{
    {.pattern = "scan", .number = 51, .name = "misses one", .supports = takes, .run = [](const arguments& with) {
         scan(with);
         static_cast<int*>(with.output)[17] += 1;
     }}};

/// Writes no more than the ends.
const registration writes_ends{
    {.pattern = "scan", .number = 52, .name = "writes the ends", .supports = takes, .run = [](const arguments& with) {
         scan_part(with, 0, 3);
         scan_part(with, with.elements - 3, with.elements);
     }}};

const registration writes_beyond{
    {.pattern = "scan", .number = 53, .name = "writes beyond", .supports = takes, .run = [](const arguments& with) {
         scan(with);
         static_cast<int*>(with.output)[with.elements] = 0;
     }}};

/// Keeps results in its scratch.
const registration keeps_in_scratch{{.pattern = "scan",
                                     .number = 54,
                                     .name = "keeps results",
                                     .supports = takes,
                                     .scratch_bytes = [](const arguments& with) { return with.elements * sizeof(int); },
                                     .run =
                                         [](const arguments& with) {
                                             static bool known = false;
                                             if (!known) {
                                                 arguments kept = with;
                                                 kept.output = with.scratch;
                                                 scan(kept);
                                                 known = true;
                                             }
                                             for (std::uint64_t i = 0; i < with.elements; ++i)
                                                 static_cast<int*>(with.output)[i] =
                                                     static_cast<const int*>(with.scratch)[i];
                                         }}};

/// Works while it is verified: three calls.
const registration tires{
    {.pattern = "scan", .number = 55, .name = "tires", .supports = takes, .run = [](const arguments& with) {
         static int calls = 0;
         if (++calls <= 3) scan(with);
     }}};

/// Has no code for a part of a block, or for less than one.
const registration leaves_a_part{
    {.pattern = "scan", .number = 56, .name = "leaves a part", .supports = takes, .run = [](const arguments& with) {
         scan_part(with, 0, with.elements / 8 * 8);
     }}};

}  // namespace
// SPDX-License-Identifier: Apache-2.0
