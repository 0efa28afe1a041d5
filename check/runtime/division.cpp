#include "division.hpp"

#if defined(__x86_64__)

#include <signal.h>
#include <ucontext.h>

#include <cstdint>
#include <cstring>

#include <strider/emulator/lane.hpp>

namespace strider::emulation::program {
namespace {

/// The registers by their numbers in an instruction.
constexpr int registers[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                             REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

/// DIV or IDIV of one operand: [66] [REX] F6|F7 ModRM [SIB] [displacement].
class division {
public:
    explicit division(greg_t* values) : values_(values) {
        const auto* code = reinterpret_cast<const unsigned char*>(values[REG_RIP]);
        bool is_wide = false;
        unsigned rex = 0;
        for (; *code == 0x66 || (*code & 0xf0) == 0x40; ++code) {
            if (*code == 0x66)
                bytes_ = 2;
            else
                rex = *code;
        }
        is_wide = (rex & 8) != 0;
        if (is_wide) bytes_ = 8;
        if (*code != 0xf6 && *code != 0xf7) return;
        if (*code == 0xf6) bytes_ = 1;
        const unsigned mode = code[1] >> 6, field = code[1] & 7;
        is_known_ = (code[1] >> 3 & 6) == 6;  // /6 is DIV, /7 is IDIV
        code += 2;
        if (mode == 3) {
            // Without REX, the bytes 4 to 7 are the second ones of the first four registers.
            const bool second_byte = bytes_ == 1 && rex == 0 && field >= 4;
            divisor_ =
                static_cast<std::uint64_t>(values[registers[second_byte ? field - 4 : field | (rex & 1) << 3]]) >>
                (second_byte ? 8 : 0);
        } else {
            std::memcpy(&divisor_, reinterpret_cast<const void*>(address(code, mode, field, rex)), bytes_);
        }
        end_ = code;
    }

    bool is_known() const { return is_known_; }

    void finish() const {
        const std::uint64_t mask = bytes_ == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * bytes_) - 1;
        const std::uint64_t dividend = static_cast<std::uint64_t>(values_[REG_RAX]) & mask;
        const bool by_zero = (divisor_ & mask) == 0;
        const std::uint64_t quotient = by_zero ? mask : dividend, remainder = by_zero ? dividend : 0;
        if (bytes_ == 1) {
            set(REG_RAX, quotient | remainder << 8, 0xffff);
        } else {
            set(REG_RAX, quotient, mask);
            set(REG_RDX, remainder, mask);
        }
        values_[REG_RIP] = reinterpret_cast<greg_t>(end_);
    }

private:
    /// 32 bits written to a register clear the others; 8 and 16 leave them.
    void set(int which, std::uint64_t value, std::uint64_t mask) const {
        const auto kept = bytes_ >= 4 ? 0 : static_cast<std::uint64_t>(values_[which]) & ~mask;
        values_[which] = static_cast<greg_t>(kept | value);
    }

    /// Of the operand in memory; `code` is moved behind it.
    std::uint64_t address(const unsigned char*& code, unsigned mode, unsigned field, unsigned rex) const {
        const auto value_of = [&](unsigned number) { return static_cast<std::uint64_t>(values_[registers[number]]); };
        std::uint64_t sum = 0;
        unsigned displacement_bytes = mode == 1 ? 1 : mode == 2 ? 4 : 0;
        const bool relative = mode == 0 && field == 5;
        if (field == 4) {
            const unsigned sib = *code++, index = (sib >> 3 & 7) | (rex & 2) << 2, base = sib & 7;
            if (index != 4) sum += value_of(index) << (sib >> 6);
            if (base == 5 && mode == 0)
                displacement_bytes = 4;
            else
                sum += value_of(base | (rex & 1) << 3);
        } else if (relative) {
            displacement_bytes = 4;
        } else {
            sum += value_of(field | (rex & 1) << 3);
        }
        std::int32_t displacement = 0;
        if (displacement_bytes == 1) displacement = static_cast<signed char>(*code);
        if (displacement_bytes == 4) std::memcpy(&displacement, code, 4);
        code += displacement_bytes;
        if (relative) sum = reinterpret_cast<std::uint64_t>(code);
        return sum + static_cast<std::uint64_t>(static_cast<std::int64_t>(displacement));
    }

    greg_t* values_;
    std::size_t bytes_ = 4;
    std::uint64_t divisor_ = 0;
    const unsigned char* end_ = nullptr;
    bool is_known_ = false;
};

void divide(int, siginfo_t*, void* context) {
    greg_t* const values = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    if (on_lane()) {
        const division from(values);
        if (from.is_known()) return from.finish();
    }
    signal(SIGFPE, SIG_DFL);  // the instruction is met again, and ends the program
}

}  // namespace

void divide_as_a_gpu() {
    struct sigaction how{};
    how.sa_sigaction = divide;
    how.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGFPE, &how, nullptr);
}

}  // namespace strider::emulation::program

#else  // no signal: the quotient by zero is 0

void strider::emulation::program::divide_as_a_gpu() {}

#endif
// SPDX-License-Identifier: Apache-2.0
