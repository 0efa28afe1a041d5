#include "definitions.hpp"

#include <elf.h>
#include <link.h>

namespace strider::emulation {

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
        for (const auto& entry : file.at<ElfW(Sym)>(section.sh_offset, section.sh_size / sizeof(ElfW(Sym)))) {
            if (entry.st_name == 0 || entry.st_name >= names.size()) continue;
            const std::string name(&names[entry.st_name]);
            const unsigned type = entry.st_info & 0xFu;
            if (type == STT_FILE) file_name = name;
            all.push_back({name.substr(0, name.find('@')), entry.st_info >> 4 == STB_LOCAL ? file_name : "",
                           entry.st_value, entry.st_size, type, entry.st_shndx != SHN_UNDEF});
        }
    }
    return all;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
