"""Counts one access of a warp each in the emulator and compares with a GPU's counts: accesses_test.py STRIDER

accesses.csv holds what Nsight Compute counted on the GPU: t is the thread's number, `lanes` the condition under which it accesses."""
import csv, json, pathlib, subprocess, sys, tempfile

TYPES = {"1": "unsigned char", "2": "unsigned short", "4": "unsigned", "8": "uint2", "16": "uint4"}
PARTS = {"8": ".x ^ v.y", "16": ".x ^ v.y ^ v.z ^ v.w"}


def kernel(row):
    """Accesses the memory that is counted once, and the other one beside a load."""
    bytes, type = row["bytes"], TYPES[row["bytes"]]
    counted, other = ("global", "shared") if row["memory"] == "global" else ("shared", "global")
    access = f"reinterpret_cast<{type}*>({counted} + {row['offset']})[{row['index']}]"
    if row["access"] == "ld":
        statement = f"{{ const {type} v = {access}; reinterpret_cast<unsigned*>({other})[t] = v{PARTS.get(bytes, '')}; }}"
    else:
        value = {"8": "make_uint2(t, t)", "16": "make_uint4(t, t, t, t)"}.get(bytes, f"static_cast<{type}>(t)")
        statement = f"{access} = {value};"
    return (
        f"__global__ void access_{row['number']}(char* global) {{ extern __shared__ __align__(16) char shared[]; "
        f"const unsigned t = threadIdx.x; if ({row['lanes']}) {statement} }}"
    )


table = pathlib.Path(__file__).with_name("accesses.csv").read_text().splitlines()
rows = list(csv.DictReader(line for line in table if not line.startswith("#")))
launches = "".join(f"access_{row['number']}<<<1, 32, 32768>>>(global);\n" for row in rows)
with tempfile.TemporaryDirectory() as folder:
    program = pathlib.Path(folder, "accesses.cu")
    program.write_text(
        "\n".join(map(kernel, rows))
        + f"\nint main() {{ char* global; cudaMalloc(&global, 1 << 16);\n{launches}cudaFree(global); }}\n"
    )
    done = subprocess.run([sys.argv[1], "check", "--count", "--format", "json", program], capture_output=True, text=True)
counters = {row["kernel"]: row["counters"] for row in json.loads(done.stdout) if "counters" in row}
wrong = 0
for row in rows:
    count = counters[f"access_{row['number']}"]["global_sectors" if row["memory"] == "global" else "shared_wavefronts"]
    if count != int(row["count"]):
        print(*row.values(), ":", count)
        wrong += 1
print(f"{len(rows)} accesses, {wrong} differ")
sys.exit(wrong != 0)
# SPDX-License-Identifier: Apache-2.0
