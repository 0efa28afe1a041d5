// The table of PTX. A row is a form of instructions as the PTX ISA writes it, and what runs for it.
//
// In a form, {.x} may be missing, (x|y) and {.x|.y} are choices, and a word in capitals is a set from
// `sets_of_qualifiers`. Qualifiers in square brackets change nothing that a program can compute, or ask for less order
// than what runs gives:
// [.x] may be missing, .[x|y] may not. An instruction has to fit a form with all its qualifiers, in any order;
// otherwise it is refused, and the qualifier that does not fit is named.
//
// What runs is C++ that the result is assigned from, a statement that ends in ";", or a function of the translator that
// writes it. In the C++, @a to @d are the operands behind the result in the last type of the form, @A to @D the same as
// unsigned, and @0 the first operand as unsigned. @T is the last type, @U and @V the types before, @W twice as wide as
// T, @L the type of addresses; behind these, a to d are the operands in that type. @p is the last operand as a
// predicate, @o the instruction's name, @q its qualifiers, as template arguments. A $ stands for
// ::strider::emulation::ptx::. Text without @q can have no qualifiers but types: where a form has others, the
// instruction is refused.
#include "ptx_table.hpp"

#include "ptx_operands.hpp"

namespace strider::kernel_check::ptx {

namespace {

/// m64n8k16|m64n16k16|...: the shapes of wgmma. Those of integers are fewer.
template <int Depth, bool OfIntegers = false>
const char* shapes_of_warpgroup() {
    static const std::string all = [] {
        std::string list;
        for (int n = 8; n <= 256; n += OfIntegers && n >= 32 ? 16 : 8)
            list += (n == 8 ? "m64n" : "|m64n") + std::to_string(n) + "k" + std::to_string(Depth);
        return list;
    }();
    return all.c_str();
}

}  // namespace

const std::map<std::string, const char*, std::less<>> sets_of_qualifiers{
    {"INT", "u16|u32|u64|s16|s32|s64"},
    {"BYTES", "u8|s8|u16|u32|u64|s16|s32|s64"},
    {"WORD", "u32|u64|s32|s64"},
    {"BITS", "b16|b32|b64"},
    {"F16", "f16|f16x2"},
    {"BF16", "bf16|bf16x2"},
    {"FP8", "e4m3x2|e5m2x2"},
    {"FLOAT8", "e4m3|e5m2"},
    {"DATA", "b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64"},
    {"RND", "rn|rz|rm|rp"},
    {"RNDI", "rni|rzi|rmi|rpi"},
    {"ORDER", "lt|le|gt|ge"},
    {"UNORDERED", "equ|neu|ltu|leu|gtu|geu|num|nan"},
    {"TRUTH", "u32|s32|f32|f16|bf16"},
    {"BOOL", "and|or|xor"},
    {"UPTO2", "u32|s32"},
    {"SHARED", "shared|shared::cta|shared::cluster"},
    {"SPACE", "global|local|const|param|param::entry|param::func|shared|shared::cta|shared::cluster"},
    {"SCOPE", "cta|cluster|gpu|sys"},
    {"EVICT", "L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate"},
    {"SIZE", "L2::64B|L2::128B|L2::256B"},
    {"M64K8", shapes_of_warpgroup<8>()},
    {"M64K16", shapes_of_warpgroup<16>()},
    {"M64K32", shapes_of_warpgroup<32>()},
    {"M64K32INT", shapes_of_warpgroup<32, true>()},
};

namespace {

// clang-format off
constexpr form table[] = {
    // ---- Integers
    {"(add|sub).(u16|s16)",                 "$integer_@o<@T>(@a, @b)"},
    {"(add|sub){.cc}.WORD",                 "$integer_@o<@T@q>(@a, @b)"},
    {"addc{.cc}.WORD",                      "$integer_add<@T, $q_carry_in@q>(@a, @b)"},
    {"subc{.cc}.WORD",                      "$integer_sub<@T, $q_carry_in@q>(@a, @b)"},
    {"add.(u16x2|s16x2)",                   "__vadd2(@A, @B)"},
    {"add.sat.s32",                         "$clamped<int>(1ll * @a + @b)"},
    {"sub.sat.s32",                         "$clamped<int>(1ll * @a - @b)"},
    {"mul.lo.INT",                          "$low_product(@a, @b)"},
    {"mul.hi.INT",                          "$high_product(@a, @b)"},
    {"mul.wide.(u16|u32|s16|s32)",          "static_cast<@W>(@a) * @b"},
    {"mad.lo.(u16|s16)",                    "$integer_add<@T>($low_product(@a, @b), @c)"},
    {"mad.hi.(u16|s16)",                    "$integer_add<@T>($high_product(@a, @b), @c)"},
    {"mad.lo{.cc}.WORD",                    "$integer_add<@T@q>($low_product(@a, @b), @c)"},
    {"mad.hi{.cc}.WORD",                    "$integer_add<@T@q>($high_product(@a, @b), @c)"},
    {"madc.lo{.cc}.WORD",                   "$integer_add<@T, $q_carry_in@q>($low_product(@a, @b), @c)"},
    {"madc.hi{.cc}.WORD",                   "$integer_add<@T, $q_carry_in@q>($high_product(@a, @b), @c)"},
    {"mad.wide.(u16|u32|s16|s32)",          "$integer_add<@W>(static_cast<@W>(@a) * @b, @Wc)"},
    {"mad.hi.sat.s32",                      "$clamped<int>(1ll * $high_product(@a, @b) + @c)"},
    {"mul24.(lo|hi).UPTO2",                 "$product_of_24_bits<@T@q>(@a, @b)"},
    {"mad24.(lo|hi).UPTO2",                 "$integer_add<@T>($product_of_24_bits<@T@q>(@a, @b), @c)"},
    {"mad24.hi.sat.s32",                    "$clamped<int>(1ll * $product_of_24_bits<int, $q_hi>(@a, @b) + @c)"},
    {"sad.INT",                             "$integer_add<@T>($difference(@a, @b), @c)"},
    {"div.INT",                             "static_cast<@T>(@a / @b)"},
    {"rem.INT",                             "static_cast<@T>(@a % @b)"},
    {"neg.(s16|s32|s64)",                   "$negated(@a)"},
    {"abs.(s16|s32|s64)",                   "$absolute(@a)"},
    {"(min|max).INT",                       "$integer_@o<@T>(@a, @b)"},
    {"(min|max).relu.s32",                  "$integer_@o<@T, $q_relu>(@a, @b)"},
    {"(min|max).u16x2",                     "__v@ou2(@A, @B)"},
    {"(min|max).s16x2",                     "__v@os2(@A, @B)"},
    {"(min|max).relu.s16x2",                "__vi@o_s16x2_relu(@A, @B)"},
    {"dp4a.UPTO2.UPTO2",                    "$dot<@U, @T, 4>(@A, @B, @C)"},
    {"dp2a.(lo|hi).UPTO2.UPTO2",            "$dot<@U, @T, 2@q>(@A, @B, @C)"},

    // ---- Bits
    {"and.pred",                            "static_cast<bool>(@a & @b)"},
    {"or.pred",                             "static_cast<bool>(@a | @b)"},
    {"xor.pred",                            "static_cast<bool>(@a ^ @b)"},
    {"not.pred",                            "!@a"},
    {"and.BITS",                            "static_cast<@T>(@a & @b)"},
    {"or.BITS",                             "static_cast<@T>(@a | @b)"},
    {"xor.BITS",                            "static_cast<@T>(@a ^ @b)"},
    {"not.BITS",                            "static_cast<@T>(~@a)"},
    {"cnot.BITS",                           "static_cast<@T>(@a == 0)"},
    {"lop3.b32",                            "$lookup(@A, @B, @C, @D)"},
    {"lop3.(or|and).b32",                   logic_with_predicate},
    {"shl.BITS",                            "$shift_left(@a, @B)"},
    {"shr.(b16|b32|b64|u16|u32|u64|s16|s32|s64)", "$shift_right(@a, @B)"},
    {"shf.l.wrap.b32",                      "__funnelshift_l(@A, @B, @C)"},
    {"shf.l.clamp.b32",                     "__funnelshift_lc(@A, @B, @C)"},
    {"shf.r.wrap.b32",                      "__funnelshift_r(@A, @B, @C)"},
    {"shf.r.clamp.b32",                     "__funnelshift_rc(@A, @B, @C)"},
    {"popc.b32",                            "__popc(@A)"},
    {"popc.b64",                            "__popcll(@a)"},
    {"clz.b32",                             "__clz(static_cast<int>(@A))"},
    {"clz.b64",                             "__clzll(static_cast<long long>(@a))"},
    {"brev.b32",                            "__brev(@A)"},
    {"brev.b64",                            "__brevll(@a)"},
    {"bfind{.shiftamt}.WORD",               "$highest_bit<@T@q>(@a)"},
    {"fns.b32",                             "__fns(@A, @B, static_cast<int>(@C))"},
    {"bfe.WORD",                            "$extract(@a, @B, @C)"},
    {"bfi.(b32|b64)",                       "$insert(@a, @b, @C, @D)"},
    {"bmsk.(clamp|wrap).b32",               "$bit_mask<@T@q>(@A, @B)"},
    {"szext.(clamp|wrap).UPTO2",            "$extend<@T@q>(@a, @B)"},
    {"prmt.b32{.f4e|.b4e|.rc8|.ecl|.ecr|.rc16}", "$permute<@T@q>(@A, @B, @C)"},

    // ---- Floating point, also of 16 bits. Approximations are the rounded values, which lie within their bounds.
    {"add[.rn].(f32|f64)",                  "@a + @b"},
    {"sub[.rn].(f32|f64)",                  "@a - @b"},
    {"mul[.rn].(f32|f64)",                  "@a * @b"},
    {"fma.rn.(f32|f64)",                    "$fma_of(@a, @b, @c)"},
    {"div.rn.(f32|f64)",                    "@a / @b"},
    {"rcp.rn.(f32|f64)",                    "1 / @a"},
    {"sqrt.rn.(f32|f64)",                   "$sqrt_of(@a)"},
    {"neg.(f32|f64)",                       "-@a"},
    {"abs.(f32|f64)",                       "$fabs_of(@a)"},
    {"(add|sub|mul){.RND}{.ftz}{.sat}.f32", "$float_@o<@T@q>(@a, @b)"},
    {"(add|sub|mul){.RND}.f64",             "$float_@o<@T@q>(@a, @b)"},
    {"(add|sub|mul){.rn}{.ftz}{.sat}.F16",  "$float_@o<@T@q>(@a, @b)"},
    {"(add|sub|mul){.rn}.BF16",             "$float_@o<@T@q>(@a, @b)"},
    {"(add|sub){.RND}{.sat}.f32.(f16|bf16)", "$float_@o<float@q>(static_cast<float>(@a), @Ub)"},
    {"(fma|mad).RND{.ftz}{.sat}.f32",       "$float_fma<@T@q>(@a, @b, @c)"},
    {"(fma|mad).RND.f64",                   "$float_fma<@T@q>(@a, @b, @c)"},
    {"fma.rn{.ftz}{.sat|.relu}.F16",        "$float_fma<@T@q>(@a, @b, @c)"},
    {"fma.rn{.relu}.BF16",                  "$float_fma<@T@q>(@a, @b, @c)"},
    {"fma.RND{.sat}.f32.(f16|bf16)",        "$float_fma<float@q>(static_cast<float>(@a), static_cast<float>(@b), @Uc)"},
    {"div.(approx|full|RND){.ftz}.f32",     "$float_div<@T@q>(@a, @b)"},
    {"div.RND.f64",                         "$float_div<@T@q>(@a, @b)"},
    {"(rcp|sqrt).(approx|RND){.ftz}.f32",   "$float_@o<@T@q>(@a)"},
    {"(rcp|sqrt).RND.f64",                  "$float_@o<@T@q>(@a)"},
    {"rcp.approx.ftz.f64",                  "$float_@o<@T@q>(@a)"},
    {"rsqrt.approx{.ftz}.(f32|f64)",        "$float_@o<@T@q>(@a)"},
    {"(sin|cos|lg2|ex2).approx{.ftz}.f32",  "$float_@o<@T@q>(@a)"},
    {"ex2.approx.F16",                      "$float_@o<@T@q>(@a)"},
    {"ex2.approx.ftz.BF16",                 "$float_@o<@T@q>(@a)"},
    {"tanh.approx.(f32|F16|BF16)",          "$float_@o<@T@q>(@a)"},
    {"(min|max){.ftz}{.NaN}{.xorsign.abs}.(f32|F16)", "$float_@o<@T@q>(@a, @b)"},
    {"(min|max){.NaN}{.xorsign.abs}.BF16",  "$float_@o<@T@q>(@a, @b)"},
    {"(min|max).f64",                       "$float_@o<@T@q>(@a, @b)"},
    {"(abs|neg){.ftz}.(f32|F16)",           "$float_@o<@T@q>(@a)"},
    {"(abs|neg).(f64|BF16)",                "$float_@o<@T@q>(@a)"},
    {"copysign.(f32|f64)",                  "$copysign_of(@b, @a)"},
    {"testp.(finite|infinite|number|notanumber|normal|subnormal).(f32|f64)", "$tested<@T@q>(@a)"},

    // ---- Comparison and selection
    {"setp.(eq|ne){.BOOL}.BITS",            comparison},
    {"setp.(eq|ne|ORDER){.BOOL}.(s16|s32|s64)", comparison},
    {"setp.(eq|ne|ORDER|lo|ls|hi|hs){.BOOL}.(u16|u32|u64)", comparison},
    {"setp.(eq|ne|ORDER|UNORDERED){.BOOL}{.ftz}.(f32|F16)", comparison},
    {"setp.(eq|ne|ORDER|UNORDERED){.BOOL}.(f64|BF16)", comparison},
    {"set.(eq|ne){.BOOL}.TRUTH.BITS", comparison},
    {"set.(eq|ne|ORDER){.BOOL}.TRUTH.(s16|s32|s64)", comparison},
    {"set.(eq|ne|ORDER|lo|ls|hi|hs){.BOOL}.TRUTH.(u16|u32|u64)", comparison},
    {"set.(eq|ne|ORDER|UNORDERED){.BOOL}{.ftz}.TRUTH.f32", comparison},
    {"set.(eq|ne|ORDER|UNORDERED){.BOOL}.TRUTH.f64", comparison},
    {"set.(eq|ne|ORDER|UNORDERED){.BOOL}{.ftz}.(u16|s16|u32|s32|f16).f16", comparison},
    {"set.(eq|ne|ORDER|UNORDERED){.BOOL}.(u16|s16|u32|s32|bf16).bf16", comparison},
    {"set.(eq|ne|ORDER|UNORDERED){.BOOL}{.ftz}.(u32|s32|f16x2).f16x2", comparison},
    {"set.(eq|ne|ORDER|UNORDERED){.BOOL}.(u32|s32|bf16x2).bf16x2", comparison},
    {"selp.(BITS|INT|f32|f64)",             "(@p ? @a : @b)"},
    {"slct.(BITS|INT|f32|f64).s32",         "(@c >= 0 ? @Ua : @Ub)"},
    {"slct{.ftz}.(BITS|INT|f32|f64).f32",   "($flushed<@T@q>(@c) >= 0 ? @Ua : @Ub)"},

    // ---- Moves and conversions
    {"mov.(pred|BITS|INT|f32|f64)",         move},
    {"cvt{.sat}.BYTES.BYTES",               "$convert<@U@q>(@a)"},
    {"cvt.RNDI{.ftz}[.sat].BYTES.f32",      "$convert<@U@q>(@a)"},
    {"cvt.RNDI[.sat].BYTES.(f16|bf16|f64)", "$convert<@U@q>(@a)"},
    {"cvt.RND[.ftz]{.sat}.f32.BYTES",       "$convert<@U@q>(@a)"},
    {"cvt.RND{.sat}.(f16|bf16|f64).BYTES",  "$convert<@U@q>(@a)"},
    {"cvt.RNDI{.ftz}{.sat}.f32.f32",        "$convert<@U@q>(@a)"},
    {"cvt.RNDI{.sat}.f16.f16",              "$convert<@U@q>(@a)"},
    {"cvt.RNDI.bf16.bf16",                  "$convert<@U@q>(@a)"},
    {"cvt.RNDI{.sat}.f64.f64",              "$convert<@U@q>(@a)"},
    {"cvt{.ftz}{.sat}.f32.(f16|f32)",       "$convert<@U@q>(@a)"},
    {"cvt[.rn]{.ftz}{.sat}.f32.bf16",       "$convert<@U@q>(@a)"},
    {"cvt{.ftz}{.sat}.f64.f32",             "$convert<@U@q>(@a)"},
    {"cvt{.sat}.f64.(f16|bf16|f64)",        "$convert<@U@q>(@a)"},
    {"cvt.RND{.ftz}{.sat}.f16.f32",         "$convert<@U@q>(@a)"},
    {"cvt.RND{.ftz}.bf16.f32",              "$convert<@U@q>(@a)"},
    {"cvt.RND{.ftz}{.sat}.f32.f64",         "$convert<@U@q>(@a)"},
    {"cvt.RND{.sat}.f16.f64",               "$convert<@U@q>(@a)"},
    {"cvt.RND.bf16.f64",                    "$convert<@U@q>(@a)"},
    {"cvt{.sat}.f16.f16",                   "$convert<@U@q>(@a)"},
    {"cvt{.RND}.(f16|bf16).(f16|bf16)",     "$convert<@U@q>(@a)"},
    {"cvt.(rn|rz){.relu}{.satfinite}.(f16|bf16).f32", "$convert<@U@q>(@a)"},
    {"cvt.(rn|rz){.relu}{.satfinite}.(f16x2|bf16x2).f32", "$join<@U@q>(@a, @b)"},
    {"cvt.rna{.satfinite}.tf32.f32",        "$to_tf32<@T@q>(@a)"},
    {"cvt.(rn|rz){.satfinite}{.relu}.tf32.f32", "$to_tf32<@T@q>(@a)"},
    {"cvt.rn.satfinite{.relu}.FP8.f32",     "$join<@U@q>(@a, @b)"},
    {"cvt.rn.satfinite{.relu}.FP8.f16x2",   "$convert_pair<@U@q>(@a)"},
    {"cvt.rn{.relu}.f16x2.FP8",             "$convert_pair<@U@q>(@a)"},
    {"cvt.pack.sat.(u16|s16).s32",          "$pack_saturated<@U, 16>(@a, @b)"},
    {"cvt.pack.sat.(u8|s8).s32.b32",        "(@C << 16 | $pack_saturated<@V, 8>(@Ua, @Ub))"},
    {"cvt.pack.sat.u4.s32.b32",             "(@C << 8 | $pack_saturated<unsigned, 4>(@Ua, @Ub))"},
    {"cvt.pack.sat.s4.s32.b32",             "(@C << 8 | $pack_saturated<int, 4>(@Ua, @Ub))"},
    {"cvt.pack.sat.u2.s32.b32",             "(@C << 4 | $pack_saturated<unsigned, 2>(@Ua, @Ub))"},
    {"cvt.pack.sat.s2.s32.b32",             "(@C << 4 | $pack_saturated<int, 2>(@Ua, @Ub))"},
    {"isspacep.global",                     "__isGlobal(reinterpret_cast<const void*>(@La))"},
    {"isspacep.[shared|shared::cta]",       "__isShared(reinterpret_cast<const void*>(@La))"},
    {"isspacep.const",                      "__isConstant(reinterpret_cast<const void*>(@La))"},
    {"isspacep.local",                      "__isLocal(reinterpret_cast<const void*>(@La))"},
    {"cvta.to.[SHARED].(u32|u64)",            "__cvta_generic_to_shared(reinterpret_cast<const void*>(@La))"},
    {"cvta.[SHARED].(u32|u64)",               "reinterpret_cast<unsigned long long>(__cvta_shared_to_generic(@La))"},
    {"cvta[.to].[global|local|const|param|param::entry].(u32|u64)", "@La"},
    {"mapa.shared::cluster.(u32|u64)",      asynchronous},
    {"getctarank.shared::cluster.(u32|u64)", asynchronous},

    // ---- Video instructions
    {"(vadd|vsub|vabsdiff|vmin|vmax).UPTO2.UPTO2.UPTO2{.sat}{.add|.min|.max}", video},
    {"(vshl|vshr).UPTO2.UPTO2.u32{.sat}.(clamp|wrap){.add|.min|.max}", video},
    {"vset.UPTO2.UPTO2.(eq|ne|ORDER){.add|.min|.max}", video},
    {"vmad.UPTO2.UPTO2.UPTO2{.po}{.sat}{.shr7|.shr15}", video},
    {"(vadd2|vsub2|vavrg2|vabsdiff2|vmin2|vmax2).UPTO2.UPTO2.UPTO2{.sat|.add}", packed_video},
    {"(vadd4|vsub4|vavrg4|vabsdiff4|vmin4|vmax4).UPTO2.UPTO2.UPTO2{.sat|.add}", packed_video},
    {"(vset2|vset4).UPTO2.UPTO2.(eq|ne|ORDER){.add}", packed_video},

    // ---- Memory
    {"ld[.weak]{.SPACE}[.ca|.cg|.cs|.lu]{.cv}[.nc][.EVICT][.L2::cache_hint][.SIZE]{.v2|.v4}.DATA", memory},
    {"ld.volatile{.SPACE}[.SIZE]{.v2|.v4}.DATA", memory},
    {"ld{.mmio}.(relaxed|acquire).SCOPE{.SPACE}[.EVICT][.L2::cache_hint][.SIZE]{.v2|.v4}.DATA", memory},
    {"ldu{.SPACE}{.v2|.v4}.DATA",           memory},
    {"st[.weak]{.SPACE}[.wb|.cg|.cs|.wt][.EVICT][.L2::cache_hint]{.v2|.v4}.DATA", memory},
    {"st.volatile{.SPACE}{.v2|.v4}.DATA",   memory},
    {"st{.mmio}.(relaxed|release).SCOPE{.SPACE}[.EVICT][.L2::cache_hint]{.v2|.v4}.DATA", memory},
    {"(atom|red){.relaxed|.acquire|.release|.acq_rel}{.SCOPE}{.SPACE}.add[.L2::cache_hint].(u32|s32|u64|f32|f64)", atomic},
    {"(atom|red){.relaxed|.acquire|.release|.acq_rel}[.gpu]{.SPACE}.add.noftz[.L2::cache_hint].(F16|BF16)", atomic},
    {"(atom|red){.relaxed|.acquire|.release|.acq_rel}{.SCOPE}{.SPACE}.(min|max)[.L2::cache_hint].WORD", atomic},
    {"(atom|red){.relaxed|.acquire|.release|.acq_rel}{.SCOPE}{.SPACE}.(inc|dec)[.L2::cache_hint].u32", atomic},
    {"(atom|red){.relaxed|.acquire|.release|.acq_rel}{.SCOPE}{.SPACE}.(and|or|xor)[.L2::cache_hint].(b32|b64)", atomic},
    {"atom{.relaxed|.acquire|.release|.acq_rel}{.SCOPE}{.SPACE}.exch[.L2::cache_hint].(b32|b64)", atomic},
    {"atom{.relaxed|.acquire|.release|.acq_rel}{.SCOPE}{.SPACE}.cas[.L2::cache_hint].(b16|b32|b64)", atomic},
    {"prefetch[.SPACE].[L1|L2|L2::evict_last|L2::evict_normal|tensormap]", ";"},
    {"prefetchu.L1",                        ";"},
    {"discard[.global].L2",                 ";"},
    {"applypriority[.global].L2::evict_normal", ";"},

    // ---- Warps
    {"activemask.b32",                      "__activemask()"},
    {"shfl.sync.(up|down|bfly|idx).b32",    shuffle},
    {"vote.sync.ballot.b32",                "__ballot_sync(@B, @a)"},
    {"vote.sync.any.pred",                  "__any_sync(@B, @a)"},
    {"vote.sync.all.pred",                  "__all_sync(@B, @a)"},
    {"vote.sync.uni.pred",                  "$votes_are_uniform(@B, @a)"},
    {"match.any.sync.(b32|b64)",            "__match_any_sync(@B, @a)"},
    {"match.all.sync.(b32|b64)",            match_all},
    {"redux.sync.add.UPTO2",                "__reduce_add_sync(@B, @a)"},
    {"redux.sync.min.UPTO2",                "__reduce_min_sync(@B, @a)"},
    {"redux.sync.max.UPTO2",                "__reduce_max_sync(@B, @a)"},
    {"redux.sync.and.b32",                  "__reduce_and_sync(@B, @a)"},
    {"redux.sync.or.b32",                   "__reduce_or_sync(@B, @a)"},
    {"redux.sync.xor.b32",                  "__reduce_xor_sync(@B, @a)"},
    {"elect.sync",                          asynchronous},

    // ---- Barriers and fences
    {"bar[.cta].sync",                      barrier},
    {"bar[.cta].arrive",                    barrier},
    {"bar[.cta].red.popc.u32",              barrier},
    {"bar[.cta].red.(and|or).pred",         barrier},
    {"barrier[.cta].(sync|arrive)[.aligned]", barrier},
    {"barrier[.cta].red.popc[.aligned].u32", barrier},
    {"barrier[.cta].red.(and|or)[.aligned].pred", barrier},
    {"bar.warp.sync",                       "__syncwarp(@0);"},
    {"barrier.cluster.arrive{.release|.relaxed}[.aligned]", asynchronous},
    {"barrier.cluster.wait[.acquire][.aligned]", asynchronous},
    {"membar.(cta|gl|sys)",                 fence},
    {"fence[.sc|.acq_rel].SCOPE",           fence},
    {"fence.mbarrier_init.release.cluster", asynchronous},
    {"fence.proxy.async[.global|.SHARED]",  asynchronous},

    // ---- Asynchronous copies and their barriers
    {"mbarrier.(init|inval){.SHARED}.b64",  asynchronous},
    {"mbarrier.expect_tx[.relaxed][.SCOPE]{.SHARED}.b64", asynchronous},
    {"mbarrier.(arrive|arrive_drop){.expect_tx}[.release|.relaxed][.SCOPE]{.SHARED}.b64", asynchronous},
    {"mbarrier.(test_wait|try_wait){.parity}[.acquire|.relaxed][.SCOPE]{.SHARED}.b64", asynchronous},
    {"cp.async.(commit_group|wait_group|wait_all)", asynchronous},
    {"cp.async[.ca|.cg].(shared|shared::cta).global{.L2::cache_hint}[.SIZE]", asynchronous},
    {"cp.async.bulk.commit_group",          asynchronous},
    {"cp.async.bulk.wait_group[.read]",     asynchronous},
    {"cp.async.bulk.(shared::cluster|shared::cta).(global|shared::cta).mbarrier::complete_tx::bytes{.multicast::cluster}[.L2::cache_hint]", asynchronous},
    {"cp.async.bulk.global.shared::cta.bulk_group[.L2::cache_hint]", asynchronous},
    {"cp.async.bulk.prefetch.L2.global[.L2::cache_hint]", asynchronous},
    {"cp.async.bulk.tensor.(1d|2d|3d|4d|5d).(shared::cluster|shared::cta).global[.tile].mbarrier::complete_tx::bytes{.multicast::cluster}[.L2::cache_hint]", asynchronous},
    {"cp.async.bulk.tensor.(1d|2d|3d|4d|5d).global.shared::cta[.tile].bulk_group[.L2::cache_hint]", asynchronous},
    {"cp.reduce.async.bulk.global.shared::cta.bulk_group[.L2::cache_hint].add.(u32|s32|u64|f32|f64)", asynchronous},
    {"cp.reduce.async.bulk.global.shared::cta.bulk_group[.L2::cache_hint].add.noftz.(f16|bf16)", asynchronous},
    {"cp.reduce.async.bulk.global.shared::cta.bulk_group[.L2::cache_hint].(min|max).(u32|s32|u64|s64|f16|bf16)", asynchronous},
    {"cp.reduce.async.bulk.global.shared::cta.bulk_group[.L2::cache_hint].(inc|dec).u32", asynchronous},
    {"cp.reduce.async.bulk.global.shared::cta.bulk_group[.L2::cache_hint].(and|or|xor).(b32|b64)", asynchronous},
    {"cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.(u32|s32|u64)", asynchronous},
    {"cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.(min|max).(u32|s32)", asynchronous},
    {"cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.(inc|dec).u32", asynchronous},
    {"cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.(and|or|xor).b32", asynchronous},
    {"cp.reduce.async.bulk.tensor.(1d|2d|3d|4d|5d).global.shared::cta.(add|min|max|inc|dec|and|or|xor)[.tile].bulk_group[.L2::cache_hint]", asynchronous},
    {"st.async[.weak].shared::cluster.mbarrier::complete_tx::bytes{.v2}.(b32|b64|u32|u64|s32|s64|f32|f64)", asynchronous},
    {"st.async[.weak].shared::cluster.mbarrier::complete_tx::bytes.v4.(b32|u32|s32|f32)", asynchronous},
    {"red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.(u32|s32|u64)", asynchronous},
    {"red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.(min|max).(u32|s32)", asynchronous},
    {"red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.(inc|dec).u32", asynchronous},
    {"red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.(and|or|xor).b32", asynchronous},
    {"cp.async.bulk.prefetch.tensor.(1d|2d|3d|4d|5d).L2.global[.tile][.L2::cache_hint]", asynchronous},

    // ---- Matrices
    {"ldmatrix.sync[.aligned].m8n8.(x1|x2|x4){.trans}{.shared|.shared::cta}.b16", matrix_load},
    {"stmatrix.sync[.aligned].m8n8.(x1|x2|x4){.trans}{.shared|.shared::cta}.b16", matrix_store},
    {"movmatrix.sync[.aligned].m8n8.trans.b16", "$transposed(@A)"},
    {"mma.sync[.aligned].(m16n8k8|m16n8k16).row.col.f32.f16.f16.f32", matrix_product},
    {"mma.sync[.aligned].(m16n8k8|m16n8k16).row.col.f16.f16.f16.f16", matrix_product},
    {"mma.sync[.aligned].(m16n8k8|m16n8k16).row.col.f32.bf16.bf16.f32", matrix_product},
    {"mma.sync[.aligned].(m16n8k4|m16n8k8).row.col.f32.tf32.tf32.f32", matrix_product},
    {"mma.sync[.aligned].(m16n8k16|m16n8k32).row.col.f32.FLOAT8.FLOAT8.f32", matrix_product},
    {"mma.sync[.aligned].(m16n8k16|m16n8k32).row.col.f16.FLOAT8.FLOAT8.f16", matrix_product},
    {"mma.sync[.aligned].(m8n8k4|m16n8k4|m16n8k8|m16n8k16).row.col{.RND}.f64.f64.f64.f64", matrix_product},
    {"mma.sync[.aligned].(m8n8k16|m16n8k16|m16n8k32).row.col{.satfinite}.s32.(s8|u8).(s8|u8).s32", matrix_product},
    {"mma.sync[.aligned].(m8n8k32|m16n8k32|m16n8k64).row.col{.satfinite}.s32.(s4|u4).(s4|u4).s32", matrix_product},
    {"mma.sync[.aligned].(m8n8k128|m16n8k128|m16n8k256).row.col.s32.b1.b1.s32.(xor|and).popc", matrix_product},
    {"wgmma.(fence|commit_group|wait_group).sync.aligned", warpgroup},
    {"wgmma.mma_async.sync.aligned.M64K16.(f32|f16).f16.f16", warpgroup},
    {"wgmma.mma_async.sync.aligned.M64K16.f32.bf16.bf16", warpgroup},
    {"wgmma.mma_async.sync.aligned.M64K8.f32.tf32.tf32", warpgroup},
    {"wgmma.mma_async.sync.aligned.M64K32.(f32|f16).FLOAT8.FLOAT8", warpgroup},
    {"wgmma.mma_async.sync.aligned.M64K32INT{.satfinite}.s32.(s8|u8).(s8|u8)", warpgroup},

    // ---- Others
    {"nanosleep.u32",                       "__nanosleep(@0);"},
    {"setmaxnreg.[inc|dec].sync.aligned.u32", "$set_registers(@0);"},
    {"griddepcontrol.wait",                 "cudaGridDependencySynchronize();"},
    {"griddepcontrol.launch_dependents",    "cudaTriggerProgrammaticLaunchCompletion();"},
    {"trap",                                "__trap();"},
};
// clang-format on

}  // namespace

std::span<const form> forms() { return table; }

}  // namespace strider::kernel_check::ptx
// SPDX-License-Identifier: Apache-2.0
