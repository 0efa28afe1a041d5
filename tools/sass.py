"""The machine code of kernels as basic blocks with their source lines, by nvdisasm and cuobjdump of CUDA's toolkit."""
import re
import subprocess

FILE = re.compile(r'//## File "([^"]*)", line (\d+)')
INSTRUCTION = re.compile(r"^\s*/\*[0-9a-f]+\*/\s+(.*?)\s*;")
LABEL = re.compile(r"^(\.L[\w.$]*):")
TARGET = re.compile(r"`\((\.L[\w.$]*)\)")
ENDS = {"BRA", "EXIT", "RET", "BRX", "CALL", "BSYNC", "BREAK"}
# What the emulator counts of an instruction's kind.
KINDS = {
    "LDG": ["global_load"], "LD": ["global_load"], "STG": ["global_store"], "ST": ["global_store"],
    "LDS": ["shared_load"], "LDSM": ["shared_load"], "STS": ["shared_store"], "LDGSTS": ["global_load"],
    "ATOM": ["atomic"], "ATOMG": ["atomic"], "ATOMS": ["atomic"], "RED": ["atomic"], "REDG": ["atomic"],
    "BAR": ["barrier"], "SHFL": ["warp"], "VOTE": ["warp"], "MATCH": ["warp"], "REDUX": ["warp"],
}
BYTES = {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "128": 16}  # that a lane accesses; 4 unless the name says so


def in_source_tree(path):
    """As the emulator's records name files; None for a file of the toolkit."""
    for folder in ("ladders/", "include/strider/"):
        at = path.rfind("/" + folder)
        if at >= 0:
            return path[at + 1:]
    return None


class Instruction:
    def __init__(self, text, line):
        guard = re.match(r"@(!?U?P\w+)\s+(.*)", text)
        self.predicated = guard is not None
        self.text = guard.group(2) if guard else text
        self.name = self.text.split()[0].split(".")[0]
        self.line = line  # (file, line) of the innermost function of the source tree, or None

    def is_conditional(self):
        """Whether a branch may not be taken."""
        operands = self.text.split(None, 1)[1] if " " in self.text else ""
        return self.predicated or (self.name == "BRA" and re.match(r"!?U?P\w+|UR\d", operands) is not None)

    def kinds(self):
        return KINDS.get(self.name, [])

    def bytes(self):
        return next((BYTES[part] for part in self.text.split()[0].split(".") if part in BYTES), 4)


class Block:
    def __init__(self):
        self.instructions = []
        self.next = []    # blocks that a warp may go on with; not behind a BSYNC
        self.joined = []  # blocks where the parts of a warp that part behind this one are one again


def listings(cubin):
    """By mangled name: labels (str) and instructions in their order."""
    printed = subprocess.run(["nvdisasm", "-c", "-gi", cubin], capture_output=True, text=True, check=True).stdout
    found, name, chain, complete = {}, None, [], True
    for line in printed.splitlines():
        section = re.match(r"\s*\.section\s+\.text\.([^,]+),", line)
        file = FILE.search(line)
        label = LABEL.match(line.strip())
        instruction = INSTRUCTION.match(line)
        if section:
            name, chain = section.group(1), []
            found[name] = []
        elif name is None:
            continue
        elif file:  # one line for each inlined call, the innermost first
            if complete:
                chain, complete = [], False
            chain.append((in_source_tree(file.group(1)), int(file.group(2))))
        elif label:
            found[name].append(label.group(1))
        elif instruction:
            complete = True
            own = [place for place in chain if place[0]]
            found[name].append(Instruction(instruction.group(1), own[0] if own else None))
    return found


def blocks_of(listing):
    """Basic blocks, the entry first."""
    blocks, at_label = [Block()], {}
    for item in listing:
        if isinstance(item, str):
            if blocks[-1].instructions:
                blocks.append(Block())
            at_label[item] = blocks[-1]
        else:
            blocks[-1].instructions.append(item)
            if item.name in ENDS:
                blocks.append(Block())
    blocks = [one for one in blocks if one.instructions]

    def target(instruction):
        found = TARGET.search(instruction.text)
        block = at_label.get(found.group(1)) if found else None
        return [block] if block is not None and block.instructions else []

    for block, after in zip(blocks, blocks[1:] + [None]):
        last = block.instructions[-1]
        following = [after] if after is not None else []
        for one in block.instructions:
            if one.name == "BSSY":
                block.joined += target(one)
        if last.text.startswith("BRA.DIV"):  # taken where a shuffle meets a parted warp, which the emulator refuses
            block.next = following
        elif last.name == "BRA":
            block.next = target(last) + (following if last.is_conditional() else [])
        elif last.name in ("EXIT", "RET"):
            block.next = following if last.predicated else []
        elif last.name == "CALL":
            block.next = target(last) + following
        elif last.name != "BSYNC":
            block.next = following
    return blocks


def resources(cubin):
    """By mangled name: registers of a thread, static shared bytes of a block, bytes of a thread's stack."""
    printed = subprocess.run(["cuobjdump", "-res-usage", cubin], capture_output=True, text=True, check=True).stdout
    reserved = 1024  # of a block, by the system, from sm_90 on
    found = {}
    for name, usage in re.findall(r"Function (\S+):\n\s*(.*)", printed):
        value = {key: int(number) for key, number in re.findall(r"(\w+):(\d+)", usage)}
        found[name] = {"registers": value["REG"], "static_shared_bytes": max(0, value["SHARED"] - reserved), "stack_bytes": value["STACK"]}
    return found
# SPDX-License-Identifier: Apache-2.0
