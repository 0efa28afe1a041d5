#!/usr/bin/env python3
"""Files of pyarrow, in all its codecs and encodings, with more rows than are read at a time: what pyarrow itself sums and filters.

    pyarrow_test.py STRIDER
"""
import json
import random
import subprocess
import sys
import tempfile

try:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.feather as feather
    import pyarrow.parquet as pq
except ImportError:
    print("skipped: Python has no pyarrow (pip install pyarrow)")
    sys.exit(77)

STRIDER = sys.argv[1]
ROWS = 150_000
TYPES = {"i8": pa.int8(), "u16": pa.uint16(), "i32": pa.int32(), "u32": pa.uint32(), "i64": pa.int64(), "f32": pa.float32(), "f64": pa.float64()}


def strider(*words):
    return subprocess.run([STRIDER, *words], capture_output=True, text=True)


def table(chance_of_null):
    numbers = random.Random(7)
    return pa.table({
        name: pa.array([None if numbers.random() < chance_of_null else numbers.randrange(100) for _ in range(ROWS)], kind)
        for name, kind in TYPES.items()
    } | {"text": pa.array([f"row {row}, \"{row % 3}\"" for row in range(ROWS)])})


def written(folder, rows):
    """Paths of files that hold these rows."""
    for codec in ["none", "snappy", "gzip", "brotli", "zstd", "lz4"]:
        path = f"{folder}/{codec}.parquet"
        pq.write_table(rows, path, compression=codec, row_group_size=40_000)
        yield path
    path = f"{folder}/one_group.parquet"
    pq.write_table(rows, path, use_dictionary=False, data_page_version="2.0", row_group_size=ROWS,
                   column_encoding={"i64": "DELTA_BINARY_PACKED", "f64": "BYTE_STREAM_SPLIT"})
    yield path
    for codec in ["uncompressed", "lz4", "zstd"]:
        path = f"{folder}/{codec}.feather"
        feather.write_feather(rows, path, compression=codec)
        yield path
    path = f"{folder}/stream"
    with pa.ipc.new_stream(path, rows.schema) as stream:
        stream.write_table(rows, max_chunksize=70_001)
    yield path


def check(path, rows):
    names = ",".join(TYPES)
    ran = strider("reduce", path, "--column", names, "--na", "skip", "--format", "json")
    assert ran.returncode == 0, (path, ran.stderr)
    for record in json.loads(ran.stdout):
        column = rows[record["column"]]
        wanted = {"type": record["column"], "elements": ROWS - column.null_count, "sum": pc.sum(column).as_py(), "max": pc.max(column).as_py()}
        found = {name: record[name] for name in wanted}
        assert found == wanted and record.get("missing", 0) == column.null_count, (path, found, wanted)
    out = path + ".csv"
    ran = strider("compact", path, "--where", "i32 > 97 && f64 <= 50", "--na", "skip", "-o", out)
    assert ran.returncode == 0, (path, ran.stderr)
    kept = rows.filter(pc.and_(pc.greater(rows["i32"], 97), pc.less_equal(rows["f64"], 50)))
    with open(out) as file:
        lines = file.read().splitlines()
    assert len(lines) == kept.num_rows + 1 and kept.num_rows > 0, (path, len(lines), kept.num_rows)
    for line, text in zip(lines[1:], kept["text"]):
        assert line.endswith(',"' + text.as_py().replace('"', '""') + '"'), (path, line, text)


with tempfile.TemporaryDirectory() as folder:
    if "not read" in strider("devices").stdout:
        print("skipped: this build has no Apache Arrow")
        sys.exit(77)
    for chance_of_null in [0, 0.1]:
        rows = table(chance_of_null)
        for path in written(folder, rows):
            check(path, rows)
print("as pyarrow")
