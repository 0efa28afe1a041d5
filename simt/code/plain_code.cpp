#include "plain_code.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>

#include <atomic>
#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

#include "mapped_file.hpp"
#include "module.hpp"

extern char** environ;

namespace strider::executor {
namespace {

using command = std::vector<std::string>;

struct symbol {
    std::string name;  ///< without its version
    std::string file;  ///< the source that it is local to; empty: it is global
    std::uintptr_t value = 0;
    std::size_t bytes = 0;
    unsigned type = 0;
    bool defined = false;
};

std::vector<symbol> read_symbols(const mapped_file& file) {
    std::vector<symbol> all;
    const auto header = file.at<ElfW(Ehdr)>(0, 1);
    if (header.empty()) return all;
    const auto sections = file.at<ElfW(Shdr)>(header[0].e_shoff, header[0].e_shnum);
    std::string file_name;
    for (const auto& section : sections) {
        if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
        const auto& strings = sections[section.sh_link];
        const auto names = file.at<char>(strings.sh_offset, strings.sh_size);
        for (const auto& one : file.at<ElfW(Sym)>(section.sh_offset, section.sh_size / sizeof(ElfW(Sym)))) {
            if (one.st_name == 0 || one.st_name >= names.size()) continue;
            const std::string name(&names[one.st_name]);
            const unsigned type = one.st_info & 0xFu;
            if (type == STT_FILE) file_name = name;
            all.push_back({name.substr(0, name.find('@')), one.st_info >> 4 == STB_LOCAL ? file_name : "", one.st_value,
                           one.st_size, type, one.st_shndx != SHN_UNDEF && one.st_shndx != SHN_ABS});
        }
    }
    return all;
}

/// Of a class of the program's: the executor's are called by the host as well.
bool is_virtual_table(const std::string& name) {
    return name.starts_with("_ZTV") && !name.starts_with("_ZTVN7strider");
}

/// What a program defines, by name. Several sources may have a static variable or function of one name.
class definitions {
public:
    explicit definitions(const std::string& path, std::uintptr_t base = 0) {
        const mapped_file file(path);
        for (symbol& one : read_symbols(file)) {
            if (!one.defined || (one.type != STT_FUNC && one.type != STT_OBJECT)) continue;
            one.value += base;
            if (one.type == STT_FUNC) functions_[one.value].push_back(one);
            by_name_[one.name].push_back(std::move(one));
        }
    }

    bool is_variable(const std::string& name) const {
        const auto at = by_name_.find(name);
        return at != by_name_.end() && at->second.front().type == STT_OBJECT;
    }
    /// What the name stands for in this source; 0: nothing, or it is not known which.
    std::uintptr_t address(const std::string& name, const std::string& source) const {
        return only(name, [&](const symbol& one) { return one.file.empty() || one.file == source; });
    }
    /// What the name stands for in all sources: hidden symbols are local in a program, as if they were static.
    std::uintptr_t hidden_address(const std::string& name) const {
        return only(name, [](const symbol&) { return true; });
    }
    /// The same of the other program's function at this address.
    std::uintptr_t counterpart(const definitions& other, std::uintptr_t function) const {
        const auto at = other.functions_.find(function);
        if (at == other.functions_.end()) return 0;
        for (const symbol& one : at->second)
            if (const std::uintptr_t found = address(one.name, one.file)) return found;
        return 0;
    }

    /// Calls `visit(word)` for each word of the tables of virtual functions.
    template <class Visit>
    void each_virtual(const Visit& visit) const {
        for (const auto& [name, all] : by_name_)
            for (const symbol& one : all)
                for (std::size_t at = 0; is_virtual_table(name) && at + sizeof(void*) <= one.bytes; at += sizeof(void*))
                    visit(reinterpret_cast<std::uintptr_t*>(one.value + at));
    }

private:
    template <class Condition>
    std::uintptr_t only(const std::string& name, const Condition& is_meant) const {
        const auto at = by_name_.find(name);
        if (at == by_name_.end()) return 0;
        std::uintptr_t found = 0;
        for (const symbol& one : at->second) {
            if (!is_meant(one)) continue;
            if (found != 0) return 0;
            found = one.value;
        }
        return found;
    }

    std::map<std::string, std::vector<symbol>> by_name_;
    std::map<std::uintptr_t, std::vector<symbol>> functions_;
};

bool run_all(const std::vector<command>& commands) {
    std::vector<pid_t> started;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (const int stream : {0, 1, 2}) posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", 2, 0);
    for (const command& words : commands) {
        std::vector<char*> pointers;
        for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
        pointers.push_back(nullptr);
        pid_t child = 0;
        if (posix_spawnp(&child, pointers[0], &actions, nullptr, pointers.data(), environ) == 0)
            started.push_back(child);
    }
    posix_spawn_file_actions_destroy(&actions);
    bool good = started.size() == commands.size();
    for (const pid_t child : started) {
        int status = -1;
        good = waitpid(child, &status, 0) == child && status == 0 && good;
    }
    return good;
}

/// The second word of a line of assembly such as "	.globl	name": a directive that says something of a symbol.
std::optional<std::string_view> symbol_of_directive(std::string_view line) {
    static constexpr std::string_view directives[] = {".globl", ".weak",   ".type",     ".size",      ".local", ".comm",
                                                      ".lcomm", ".hidden", ".internal", ".protected", ".global"};
    const auto word = [&line] {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        const std::string_view one = line.substr(0, line.find_first_of(" \t,"));
        line.remove_prefix(one.size());
        return one;
    };
    const std::string_view directive = word();
    for (const std::string_view known : directives)
        if (directive == known) return word();
    return std::nullopt;
}

/// Leaves out the definitions of variables that the program has, so that their names are the program's.
bool share_variables(const std::string& assembly, const definitions& own) {
    std::ifstream in(assembly);
    std::vector<std::string> lines;
    std::set<std::string, std::less<>> shared;
    std::string source;
    for (std::string line; std::getline(in, line); lines.push_back(std::move(line))) {
        if (constexpr std::string_view file = "\t.file\t\""; line.starts_with(file) && source.empty())
            source = line.substr(file.size(), line.size() - file.size() - 1);
        const auto name = line.find(",") != std::string::npos && line.find("object") != std::string::npos
                              ? symbol_of_directive(line)
                              : std::nullopt;
        if (!name) continue;
        if (own.is_variable(std::string(*name)) && own.address(std::string(*name), source) != 0) shared.emplace(*name);
    }
    std::ofstream out(assembly);
    for (const std::string& line : lines) {
        const std::string_view text = line;
        if (text.ends_with(':') && shared.contains(text.substr(0, text.size() - 1))) continue;
        if (const auto name = symbol_of_directive(line); name && shared.contains(*name)) continue;
        out << line << '\n';
    }
    return static_cast<bool>(out.flush());
}

/// Tells the linker where everything is that the objects do not define. Whether that is known.
bool write_addresses(const std::string& script, const command& objects, const definitions& own) {
    std::map<std::string, std::uintptr_t> addresses;
    for (const std::string& object : objects) {
        const mapped_file file(object);
        std::string source;
        for (const symbol& one : read_symbols(file)) {
            if (one.type == STT_TLS) return false;
            if (one.type == STT_FILE) source = one.name;
            if (one.defined || one.type == STT_FILE) continue;
            std::uintptr_t address = own.address(one.name, source);
            if (address == 0) address = own.hidden_address(one.name);
            if (address == 0) address = reinterpret_cast<std::uintptr_t>(dlsym(RTLD_DEFAULT, one.name.c_str()));
            const auto [known, is_new] = addresses.emplace(one.name, address);
            if (!is_new && known->second != address) return false;
        }
    }
    std::ofstream out(script);
    for (const auto& [name, address] : addresses)
        if (address != 0) out << "PROVIDE(\"" << name << "\" = " << address << ");\n";
    return static_cast<bool>(out.flush());
}

/// Room for the image within reach of the program's code and variables.
std::uintptr_t place_of_image() {
    constexpr std::uintptr_t apart = std::uintptr_t{1} << 29, page = std::uintptr_t{1} << 21;
    const std::uintptr_t base = own_module().segments.front().begin;
    return (base > 2 * apart ? base - apart : base + 2 * apart) / page * page;
}

std::string hexadecimal(std::uintptr_t value) {
    std::ostringstream text;
    text << std::hex << "0x" << value;
    return text.str();
}

/// Maps a program that is linked for fixed addresses. Whether that could be done.
bool load(const std::string& image) {
    const mapped_file file(image);
    const auto header = file.at<ElfW(Ehdr)>(0, 1);
    if (header.empty()) return false;
    const int opened = open(image.c_str(), O_RDONLY | O_CLOEXEC);
    bool good = opened >= 0;
    for (const ElfW(Phdr) & part : file.at<ElfW(Phdr)>(header[0].e_phoff, header[0].e_phnum)) {
        if (part.p_type == PT_TLS) good = false;
        if (part.p_type != PT_LOAD || !good) continue;
        const std::uintptr_t page = 4095, begin = part.p_vaddr & ~page;
        const std::size_t bytes = part.p_vaddr + part.p_memsz - begin, in_file = part.p_vaddr + part.p_filesz - begin;
        void* const at = mmap(reinterpret_cast<void*>(begin), bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        good = at == reinterpret_cast<void*>(begin) &&
               pread(opened, at, in_file, static_cast<off_t>(part.p_offset - (part.p_vaddr - begin))) ==
                   static_cast<ssize_t>(in_file);
        const int rights =
            PROT_READ | ((part.p_flags & PF_W) != 0 ? PROT_WRITE : 0) | ((part.p_flags & PF_X) != 0 ? PROT_EXEC : 0);
        good = good && mprotect(at, bytes, rights) == 0;
    }
    if (opened >= 0) close(opened);
    return good;
}

class plain_code {
public:
    explicit plain_code(const std::vector<command>& compile) {
        why_not_ = "the compiler did not make the program's code without checks";
        if (compile.empty() || !run_all(compile)) return;
        why_not_ = "a thread-local variable, as __shared__ pointers are, or a name has several meanings in the program";
        const std::string& compiler = compile.front().front();
        std::vector<command> assemble;
        command objects;
        for (const command& one : compile) {
            if (!share_variables(one.back(), own_)) return;
            objects.push_back(one.back() + ".o");
            assemble.push_back({compiler, "-c", one.back(), "-o", objects.back()});
        }
        const std::string image = compile.front().back() + ".image", script = image + ".ld";
        if (!run_all(assemble) || !write_addresses(script, objects, own_)) return;
        command link{compiler,         "-nostdlib",           "-static",           "-no-pie", "-Wl,-e,0",
                     "-Wl,--no-relax", "-Wl,--build-id=none", "-Wl,-z,noexecstack"};
        link.push_back("-Wl,-Ttext-segment=" + hexadecimal(place_of_image()));
        link.insert(link.end(), objects.begin(), objects.end());
        link.insert(link.end(), {script, "-lgcc", "-o", image});
        why_not_ = "the program's code without checks cannot be loaded beside the program";
        if (!run_all({link}) || !load(image)) return;
        why_not_ = "several sources have a kernel of this name";
        plain_ = std::make_unique<definitions>(image);
        own_.each_virtual([&](std::uintptr_t* word) {
            const std::uintptr_t plain = plain_->counterpart(own_, *word), page = 4095;
            void* const begin = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(word) & ~page);
            if (plain != 0 && mprotect(begin, page + 1, PROT_READ | PROT_WRITE) == 0)
                virtuals_.push_back({word, *word, plain});
        });
    }

    void call_virtuals(bool plain) const {
        for (const virtual_function& one : virtuals_)
            __atomic_store_n(one.word, plain ? one.plain : one.own, __ATOMIC_RELAXED);
    }

    const char* why_not() const { return why_not_; }

    const void* find(const void* kernel) const {
        if (plain_ == nullptr) return nullptr;
        return reinterpret_cast<const void*>(plain_->counterpart(own_, reinterpret_cast<std::uintptr_t>(kernel)));
    }

private:
    const char* why_not_;
    definitions own_{own_module().path, own_module().base};
    std::unique_ptr<definitions> plain_;
    struct virtual_function {
        std::uintptr_t* word;  ///< in the program's table
        std::uintptr_t own, plain;
    };
    std::vector<virtual_function> virtuals_;
};

std::atomic<const plain_code*> loaded = nullptr;

}  // namespace

const void* plain_form(const void* kernel, const std::vector<command>& compile) {
    static const plain_code* const all = new plain_code(compile);
    loaded = all;
    return all->find(kernel);
}

const char* why_no_plain_form() { return loaded.load()->why_not(); }

void call_plain_virtuals(bool plain) {
    if (const plain_code* const code = loaded) code->call_virtuals(plain);
}

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
