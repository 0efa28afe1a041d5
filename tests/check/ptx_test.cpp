// Which qualifiers each form of PTX takes: those that ptxas and the PTX ISA take. All others are refused, by their
// name.
#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "check/translate/ptx.hpp"

namespace {

using namespace strider::kernel_check;

std::vector<std::string> parts_at(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, at);) parts.push_back(part.substr(part.find_first_not_of(' ')));
    return parts;
}

/// The qualifiers that a form takes besides its own, and the forms.
struct {
    const char *qualifiers, *forms;
} const rules[] = {
    {"cc", "add.u32 r0, r1, r2; sub.s64 l0, l1, l2; mad.lo.u32 r0, r1, r2, r3; madc.lo.u64 l0, l1, l2, l3"},
    {"sat cc", "add.s32 r0, r1, r2; mad.hi.s32 r0, r1, r2, r3"},
    {"",
     "add.u16 h0, h1, h2; add.s16x2 r0, r1, r2; mul.lo.s32 r0, r1, r2; mul.wide.u16 r0, h0, h1; mad.lo.s16 "
     "h0, h1, h2, h3; mul24.lo.s32 r0, r1, r2; sad.u32 r0, r1, r2, r3; div.s32 r0, r1, r2; rem.u64 l0, l1, "
     "l2; abs.s32 r0, r1; neg.s64 l0, l1; max.u16 h0, h1, h2; max.u16x2 r0, r1, r2; dp4a.u32.u32 r0, r1, "
     "r2, r3; dp2a.lo.s32.u32 r0, r1, r2, r3; and.b32 r0, r1, r2; not.b64 l0, l1; cnot.b16 h0, h1; "
     "lop3.b32 r0, r1, r2, r3, 0x96; shl.b32 r0, r1, r2; shr.s16 h0, h1, r0; shf.l.wrap.b32 r0, r1, r2, "
     "r3; popc.b64 r0, l0; clz.b32 r0, r1; brev.b64 l0, l1; fns.b32 r0, r1, r2, r3; bfe.s64 l0, l1, r0, "
     "r1; bfi.b32 r0, r1, r2, r3, r4; bmsk.clamp.b32 r0, r1, r2; szext.wrap.u32 r0, r1, r2; fma.rz.f64 d0, "
     "d1, d2, d3; div.rn.f64 d0, d1, d2; rcp.rn.f64 d0, d1; ex2.approx.f16x2 r0, r1; tanh.approx.f32 f0, "
     "f1; tanh.approx.bf16 h0, h1; max.f64 d0, d1, d2; neg.f64 d0, d1; neg.bf16x2 r0, r1; copysign.f32 f0, "
     "f1, f2; testp.finite.f32 p0, f0; setp.eq.b32 p0, r0, r1; setp.lt.s64 p0, l0, l1; setp.ltu.f64 p0, "
     "d0, d1; set.ne.f32.s32 f0, r0, r1; selp.b32 r0, r1, r2, p0; slct.u32.s32 r0, r1, r2, r3; mov.b32 r0, "
     "r1; vset.s32.s32.lt r0, r1, r2"},
    {"rn rz rm rp ftz sat", "add.f32 f0, f1, f2; mul.f32 f0, f1, f2"},
    {"rn rz rm rp", "add.f64 d0, d1, d2"},
    {"rn ftz sat", "add.f16 h0, h1, h2; add.f16x2 r0, r1, r2; mul.f16x2 r0, r1, r2"},
    {"rn", "add.bf16 h0, h1, h2; sub.bf16x2 r0, r1, r2"},
    {"sat",
     "mad24.hi.s32 r0, r1, r2, r3; cvt.s8.s32 r0, r1; cvt.rzi.u64.f64 l0, d0; cvt.rmi.s16.f16 h0, h1; "
     "cvt.rz.f64.u64 d0, l0; vadd.s32.u32.s32 r0, r1, r2; vmin.u32.s32.s32 r0, r1, r2; "
     "vshl.s32.u32.u32.clamp r0, r1, r2"},
    {"relu",
     "min.s32 r0, r1, r2; min.s16x2 r0, r1, r2; fma.rn.bf16x2 r0, r1, r2, r3; "
     "cvt.rn.satfinite.e4m3x2.f32 h0, f0, f1; cvt.rn.satfinite.e5m2x2.f16x2 h0, r0; cvt.rn.f16x2.e5m2x2 "
     "r0, h0"},
    {"shiftamt", "bfind.u64 r0, l0"},
    {"f4e", "prmt.b32 r0, r1, r2, r3"},
    {"ftz sat",
     "fma.rn.f32 f0, f1, f2, f3; cvt.rni.s32.f32 r0, f0; cvt.rn.f32.s32 f0, r0; cvt.rni.f32.f32 f0, f1; "
     "cvt.f32.f16 f0, h0; cvt.f64.f32 d0, f0; cvt.rn.f32.f64 f0, d0"},
    {"ftz sat relu", "fma.rn.f16 h0, h1, h2, h3"},
    {"ftz",
     "div.rn.f32 f0, f1, f2; div.full.f32 f0, f1, f2; rcp.rn.f32 f0, f1; rcp.approx.f32 f0, f1; "
     "sqrt.rn.f32 f0, f1; sqrt.approx.f32 f0, f1; rsqrt.approx.f32 f0, f1; rsqrt.approx.f64 d0, d1; "
     "sin.approx.f32 f0, f1; lg2.approx.f32 f0, f1; ex2.approx.f32 f0, f1; abs.f32 f0, f1; abs.f16 h0, h1; "
     "setp.lt.f32 p0, f0, f1; setp.gt.f16 p0, h0, h1; set.lt.u32.f32 r0, f0, f1; set.lt.f16.f16 h0, h1, "
     "h2; slct.f32.f32 f0, f1, f2, f3"},
    {"ftz NaN xorsign.abs", "min.f32 f0, f1, f2; min.f16x2 r0, r1, r2"},
    {"NaN xorsign.abs", "max.bf16 h0, h1, h2"},
    {"ftz sat satfinite relu", "cvt.rn.f16.f32 h0, f0"},
    {"ftz satfinite relu", "cvt.rz.bf16.f32 h0, f0"},
    {"satfinite relu", "cvt.rz.tf32.f32 r0, f0; cvt.rn.bf16x2.f32 r0, f0, f1; cvt.rz.f16x2.f32 r0, f0, f1"},
    {"satfinite", "cvt.rna.tf32.f32 r0, f0"},
    {"sat po shr7", "vmad.s32.s32.s32 r0, r1, r2, r3"},
    {"sat add", "vadd2.s32.s32.s32 r0, r1, r2, r3"},
    {"add", "vset4.u32.u32.lt r0, r1, r2, r3"},
    {"",
     "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {r0, r1}, [r2]; stmatrix.sync.aligned.m8n8.x1.shared.b16 [r0], "
     "{r1}; movmatrix.sync.aligned.m8n8.trans.b16 r0, r1; mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {f0, f1, "
     "f2, f3}, {r0, r1}, {r2}, {f0, f1, f2, f3}; mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {r0, r1}, {r2, r3, "
     "r4, r5}, {r6, r7}, {r0, r1}; mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {f0, f1, f2, f3}, {r0, r1}, "
     "{r2}, {f0, f1, f2, f3}; mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {f0, f1, f2, f3}, {r0, r1, r2, "
     "r3}, {r4, r5}, {f0, f1, f2, f3}; mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {r0, r1}, {r2}, "
     "{r3}, {r0, r1}"},
    {"",
     "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, %6, 1, -1, 0, 1; "
     "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, %6, %7, 1, 1, 1; "
     "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, %6, 1, 1, 0, 0; "
     "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, %4, %5, %6, 1, 1; "
     "wgmma.mma_async.sync.aligned.m64n8k32.f32.e5m2.e4m3 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, %9, 1, 1"},
    {"satfinite", "wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.s8 {%0, %1, %2, %3}, %4, %5, %6"},
    {"rn rz rm rp", "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {d0, d1}, {d2}, {d3}, {d0, d1}"},
    {"satfinite",
     "mma.sync.aligned.m8n8k16.row.col.s32.u8.s8.s32 {r0, r1}, {r2}, {r3}, {r0, r1}; "
     "mma.sync.aligned.m8n8k32.row.col.s32.s4.u4.s32 {r0, r1}, {r2}, {r3}, {r0, r1}"},
};
const char* const all_qualifiers =
    "rn rz rm rp rni rna ftz sat satfinite relu NaN xorsign.abs abs cc lo wide approx full noftz clamp wrap shiftamt "
    "f4e po shr7 add sync other";

/// `form` with the qualifier in front of its first type, where it stands in the ISA, or behind its types.
std::string with_qualifier(const std::string& form, const std::string& qualifier, bool behind) {
    const std::size_t blank = form.find(' ');
    std::size_t at = form.find('.');
    while (at < blank && (at + 2 >= blank || std::isdigit(static_cast<unsigned char>(form[at + 2])) == 0) &&
           !form.substr(at).starts_with(".bf16") && !form.substr(at).starts_with(".tf32") &&
           !form.substr(at).starts_with(".e4m3"))
        at = form.find('.', at + 1);
    return form.substr(0, behind ? blank : at) + "." + qualifier + form.substr(behind ? blank : at);
}
std::string ptx_translated(const std::string& text) {
    assembly statement;
    statement.text = text + ";";
    return translate_ptx(statement);
}

TEST(ptx, takes_a_form_with_its_own_qualifiers_and_refuses_the_others_by_name) {
    std::size_t count = 0;
    for (const auto& rule : rules) {
        const std::vector<std::string> own = parts_at(rule.qualifiers, ' ');
        for (const std::string& form : parts_at(rule.forms, ';')) {
            EXPECT_THAT(ptx_translated(form), testing::Not(testing::HasSubstr("ptx::unknown"))) << form;
            const std::vector<std::string> name = parts_at(form.substr(0, form.find(' ')), '.');
            for (const std::string& qualifier : parts_at(all_qualifiers, ' ')) {
                if (std::ranges::find(name, qualifier) != name.end()) continue;
                for (const bool behind : {false, true}) {
                    const std::string text = with_qualifier(form, qualifier, behind), result = ptx_translated(text);
                    const bool takes = std::ranges::find(own, qualifier) != own.end();
                    EXPECT_EQ(result.find("ptx::unknown") == std::string::npos, takes) << text;
                    if (takes && qualifier != "rn") {
                        EXPECT_NE(result, ptx_translated(form)) << text << " loses it";
                    }
                    ++count;
                }
            }
        }
    }
    EXPECT_GT(count, 5000u);
}
TEST(ptx, wgmma_takes_as_many_operands_as_its_shape_has_and_no_registers_of_the_statement) {
    const std::string name = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 ";
    for (const char* const operands :
         {"{%0, %1, %2}, %4, %5, %6, 1, 1, 0, 0", "{%0, %1, %2, %3}, %4, %5, %6, 1, 1, 0",
          "{a, b, c, d}, %4, %5, %6, 1, 1, 0, 0", "{%0, %1, %2, %3}, {%4, %5}, %6, %7, 1, 1, 0"})
        EXPECT_THAT(ptx_translated(name + operands), testing::HasSubstr("ptx::unknown")) << operands;
}
TEST(ptx, names_the_qualifier_that_does_not_fit) {
    EXPECT_THAT(ptx_translated("add.relu.f32 a, b, c"), testing::HasSubstr("`add.relu.f32 a, b, c`, for its .relu\""));
    EXPECT_THAT(ptx_translated("ld.global.v8.u32 a, [b]"), testing::HasSubstr("for its .v8\""));
    EXPECT_THAT(ptx_translated(".reg .f17 a"), testing::HasSubstr("`.reg .f17 a`, for its .f17\""));
    EXPECT_THAT(ptx_translated(".reg .v4 .f32 a"), testing::HasSubstr("ptx::unknown"));
    EXPECT_THAT(ptx_translated("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {a}, {b}, {c}, {a}"),
                testing::HasSubstr("for its .m8n8k4\""));
    EXPECT_THAT(ptx_translated("mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32 {a}, {b}, {c}, {a}"),
                testing::HasSubstr("for its .bf16\""));
    EXPECT_THAT(ptx_translated("tcgen05.wait::ld.sync.aligned"),
                testing::HasSubstr("`tcgen05.wait::ld.sync.aligned`\""));
    EXPECT_THAT(ptx_translated("wgmma.mma_async.sync.aligned.m64n40k32.s32.s8.s8 {%0}, %1, %2, %3"),
                testing::HasSubstr("for its .m64n40k32\""));
    EXPECT_THAT(ptx_translated("add.u32 a, b"), testing::HasSubstr("ptx::unknown"));
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
