#include "module.hpp"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <boost/core/demangle.hpp>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>

#include "mapped_file.hpp"

namespace strider::emulation {

namespace {

// Stands in the module's thread-local block, so that touching it makes the block exist on a thread.
thread_local char anchor = 1;

std::string demangle(const char* name) {
    return std::string_view(name).starts_with("_Z") ? boost::core::demangle(name) : name;  // a variable `i` is no int
}

// The symbol table names hidden symbols as well; a stripped module has none, and its kernels have no names.
void read_symbols(module_image& image) {
    const mapped_file file(image.path);
    const auto header = file.at<ElfW(Ehdr)>(0, 1);
    if (header.empty()) return;
    const auto sections = file.at<ElfW(Shdr)>(header[0].e_shoff, header[0].e_shnum);
    const auto is_constant = [&](unsigned number) {
        if (number >= sections.size() || header[0].e_shstrndx >= sections.size()) return false;
        const auto& strings = sections[header[0].e_shstrndx];
        constexpr std::string_view constant = "strider_constant.";  // as the dialect's __constant__ says
        const auto name = file.at<char>(strings.sh_offset + sections[number].sh_name, constant.size());
        return std::string_view(name.data(), name.size()) == constant;
    };
    for (const auto& section : sections) {
        if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
        const auto& strings = sections[section.sh_link];
        const auto names = file.at<char>(strings.sh_offset, strings.sh_size);
        for (const auto& symbol : file.at<ElfW(Sym)>(section.sh_offset, section.sh_size / sizeof(ElfW(Sym)))) {
            if (symbol.st_shndx == SHN_UNDEF || symbol.st_size == 0 || symbol.st_name >= names.size()) continue;
            const auto type = symbol.st_info & 0xF;
            auto* const list = type == STT_FUNC     ? &image.functions
                               : type == STT_OBJECT ? &image.variables
                               : type == STT_TLS    ? &image.thread_locals
                                                    : nullptr;
            if (list == nullptr) continue;
            const std::uintptr_t offset = type == STT_TLS ? 0 : image.base;
            list->push_back({offset + symbol.st_value, symbol.st_size, demangle(&names[symbol.st_name])});
            if (type == STT_OBJECT && is_constant(symbol.st_shndx)) image.constants.push_back(list->back());
        }
    }
    for (auto* list : {&image.functions, &image.variables, &image.constants, &image.thread_locals})
        std::sort(list->begin(), list->end());
}

bool holds(const dl_phdr_info& module, std::uintptr_t address) {
    return std::any_of(module.dlpi_phdr, module.dlpi_phdr + module.dlpi_phnum, [&](const ElfW(Phdr) & part) {
        return part.p_type == PT_LOAD && address - (module.dlpi_addr + part.p_vaddr) < part.p_memsz;
    });
}

// Calls `visit(info)` for the module that this function is linked into.
template <class Visit>
void with_own_module(Visit visit) {
    const auto each = [](dl_phdr_info* module, std::size_t, void* data) {
        if (!holds(*module, reinterpret_cast<std::uintptr_t>(&own_module))) return 0;
        (*static_cast<Visit*>(data))(*module);
        return 1;
    };
    dl_iterate_phdr(each, &visit);
}

module_image read_own_module() {
    module_image image;
    with_own_module([&](const dl_phdr_info& module) {
        image.base = module.dlpi_addr;
        const bool program = module.dlpi_name == nullptr || *module.dlpi_name == '\0';
        std::error_code unreadable;
        image.path = program ? std::filesystem::read_symlink("/proc/self/exe", unreadable).string() : module.dlpi_name;
        for (const auto& part : std::span(module.dlpi_phdr, module.dlpi_phnum))
            if (part.p_type == PT_LOAD) {
                const std::uintptr_t begin = module.dlpi_addr + part.p_vaddr;
                image.segments.push_back({begin, begin + part.p_memsz, (part.p_flags & PF_W) != 0});
            }
    });
    read_symbols(image);
    return image;
}

}  // namespace

const module_image& own_module() {
    // Never destroyed: a session may report while the program's static objects are on their way out.
    static const auto* const image = new module_image(read_own_module());
    return *image;
}

std::span<std::byte> own_thread_locals() {
    asm volatile("" : : "r"(&anchor));
    std::span<std::byte> result;
    with_own_module([&](const dl_phdr_info& module) {
        for (const auto& part : std::span(module.dlpi_phdr, module.dlpi_phnum))
            if (part.p_type == PT_TLS && module.dlpi_tls_data != nullptr)
                result = {static_cast<std::byte*>(module.dlpi_tls_data), part.p_memsz};
    });
    return result;
}

const module_symbol* find_symbol(const std::vector<module_symbol>& among, std::uintptr_t address) {
    auto after = std::upper_bound(among.begin(), among.end(), address,
                                  [](std::uintptr_t a, const module_symbol& symbol) { return a < symbol.begin; });
    if (after == among.begin()) return nullptr;
    const module_symbol& before = *std::prev(after);
    return address - before.begin < before.bytes ? &before : nullptr;
}

std::string plain_name(const std::string& demangled) {
    // "void a::reduce<int, 4>(int*)::tile" -> "tile": the last name outside of all brackets, parameters left out.
    std::string last, current;
    int depth = 0;
    for (const char c : demangled) {
        if (c == '<' || c == '(') {
            if (depth++ == 0 && !current.empty()) last = std::exchange(current, "");
        } else if (c == '>' || c == ')') {
            --depth;
        } else if (depth == 0) {
            if (c == ' ' || c == ':')
                current.clear();
            else
                current += c;
        }
    }
    // What follows a closing bracket of parameters is "const", "[clone ...]" or a local name.
    return current.empty() || current[0] == '[' || current == "const" ? last : current;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
