#!/usr/bin/env python3
"""The report of a ladder, as a browser shows it: report_test.py STRIDER [TEST...]
The tests in a browser are skipped where there is no chromium."""
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

STRIDER = pathlib.Path(sys.argv.pop(1))
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def strider(*words):
    return subprocess.run([STRIDER, *map(str, words)], capture_output=True, text=True)


def timed(rung, elements, us):
    """A record of a GPU whose figures are known."""
    return {"schema": 1, "pattern": "reduce", "rung": rung, "name": f"step <{rung}>", "kind": "rung", "device": "gpu",
            "device_name": "GPU & co", "elements": elements, "type": "i32", "parameters": {"operation": "sum"}, "verified": True,
            "time": {"kernel_us": {"median": us, "low": us * .99, "high": us * 1.01, "samples": 15},
                     "whole_program_us": {"median": 5 * us, "low": 5 * us, "high": 5 * us, "samples": 7,
                                          "phases": {"allocate": us, "copy_in": us, "run": us, "copy_out": us, "release": us}}},
            "elements_per_us": elements / us, "bandwidth_gbps": elements * 4 / us / 1e3, "roof_gbps": 4000.0,
            "roof_fraction": elements / us / 1e6, "step_speedup": 1.5, "cumulative_speedup": float(rung),
            "findings": [], "fingerprint": {"date": "2026-11-20T13:10:30Z", "commit": "abc", "compiler": "nvcc"}}


class tables(html.parser.HTMLParser):
    """The cells of a page by their tables' captions: rows of texts, the head first."""

    def __init__(self, page):
        super().__init__()
        self.found, self.rows, self.into = {}, None, None
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        if tag == "table":
            self.rows, self.caption = [], ""
        elif tag == "tr" and self.rows is not None:
            self.rows.append([])
        elif tag in ("td", "th", "caption"):
            self.into = tag
            if tag != "caption":
                self.rows[-1].append("")

    def handle_data(self, text):
        if self.into == "caption":
            self.caption += text
        elif self.into:
            self.rows[-1][-1] += text

    def handle_endtag(self, tag):
        if tag in ("td", "th", "caption"):
            self.into = None
        elif tag == "table":
            self.found.setdefault(self.caption, self.rows)
            self.rows = None


UNITS = {"": 1, "%": .01, "x": 1, " k": 1e3, " M": 1e6, " G": 1e9}


def at(record, path):
    for name in path.split("/"):
        record = record.get(name) if isinstance(record, dict) else None
    return record


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name)
        counted = strider("ladder", "reduce", "--device", "emulator", "--elements", 4096, "--rungs", "1-4", "--details", "--format", "jsonl")
        assert counted.returncode == 0, counted.stderr
        cls.counted = [json.loads(line) for line in counted.stdout.splitlines()]
        cls.timed = [timed(rung, 2 ** power, 900.0 * 2 ** power / 2 ** 20 / rung) for power in (20, 22, 24) for rung in (1, 2, 3, 4)]
        published = {"name": "sequential addressing", "device_name": "G80", "kernel_us": 1722.0, "bandwidth_gbps": 9.741, "cumulative_speedup": 4.68}
        cls.run_again = {**timed(4, 2 ** 22, 500.0), "exhibit": "harris-2007", "published": published}
        del cls.run_again["time"]["whole_program_us"]
        other_card = {**cls.run_again, "device_name": "Other GPU", "cumulative_speedup": 5.0}
        other_run = timed(9, 2 ** 20, 1.0)  # a contender's, say: it does not stand beside these rungs
        other_run["fingerprint"] = {**other_run["fingerprint"], "date": "2026-11-21T13:10:30Z"}
        del other_run["time"]["whole_program_us"]
        cls.records = cls.path / "records.jsonl"
        cls.records.write_text("".join(json.dumps(one) + "\n" for one in [*cls.timed, other_run, cls.run_again, other_card, *cls.counted]))
        cls.page = cls.path / "report.html"
        done = strider("report", cls.records, "-o", cls.page)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(f"{cls.page} is written."), done.stdout

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def browser(self, address, *options):
        command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--enable-logging=stderr",
                   f"--user-data-dir={self.path}/profile", "--virtual-time-budget=20000", *options, "--dump-dom", address]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([line for line in done.stderr.splitlines() if "CONSOLE" in line], [])
        return done.stdout

    def asked(self, width, script):
        """What the script, run in the page at this width, finds: `page` is its window, `document` its document."""
        outer = self.path / "outer.html"
        outer.write_text(f"""<!DOCTYPE html><body><iframe id="inner" width="{width}" height="900" style="border: 0"></iframe><pre id="answer"></pre>
            <script>inner.onload = () => {{ const page = inner.contentWindow, document_ = inner.contentDocument;
            answer.textContent = JSON.stringify(((page, document) => {{ {script} }})(page, document_)); }};
            inner.src = "{self.page.as_uri()}#rung=3&request=5";</script>""")
        found = re.search(r'<pre id="answer">(.*?)</pre>', self.browser(outer.as_uri(), f"--window-size={max(width, 500) + 40},1000"), re.S)
        return json.loads(html.unescape(found[1]))

    def expect_rows(self, found, caption, records, paths):
        self.assertIn(caption, found)
        head, *rows = found[caption]
        self.assertEqual(len(rows), len(records))
        for row, one in zip(rows, records):
            self.assertEqual(row[:2], [str(one["rung"]), one["name"]])
            for title, path, scale in paths:
                number, unit = re.fullmatch(r"([\d.,]+)( [kMG]|%|x|)", row[head.index(title)]).groups()
                digits = len(number.partition(".")[2])
                unit = UNITS[unit]
                self.assertAlmostEqual(float(number.replace(",", "")) * unit, at(one, path) * scale, delta=.51 * unit * 10 ** -digits,
                                       msg=f"{caption}: {title} of rung {one['rung']}")

    def expect_tables(self, page):
        found = tables(page).found
        for power in (20, 22, 24):
            self.expect_rows(found, f"sum of i32, 2^{power} elements, GPU & co", [one for one in self.timed if one["elements"] == 2 ** power],
                             [("us", "time/kernel_us/median", 1), ("GB/s", "bandwidth_gbps", 1), ("of roof", "roof_fraction", 1),
                              ("gain", "step_speedup", 1), ("total", "cumulative_speedup", 1)])
        self.expect_rows(found, "sum of i32, 2^12 elements, emulator", self.counted,
                         [("threads / step", "counters/threads_per_step", 1), ("wavefronts all", "counters/shared_wavefronts", 1),
                          ("sectors all", "counters/global_sectors", 1), ("barriers", "counters/barriers", 1)])
        self.expect_rows(found, "medians of several runs, milliseconds", self.timed,
                         [("all, ms", "time/whole_program_us/median", 1e-3), ("copy in", "time/whole_program_us/phases/copy_in", 1e-3)])

        published = [rows for caption, rows in found.items() if caption.startswith("Optimizing Parallel Reduction in CUDA")]
        self.assertEqual(["Other GPU ms" in head for head, *_ in published], [False, True], "a table a card")
        head, *rows = published[0]
        row = next(row for row in rows if row[1] == "sequential addressing")
        self.assertEqual([row[head.index(title)] for title in ("#", "published ms", "published GB/s", "published total", "GPU & co ms", "GPU & co total")],
                         ["4", "1.722", "9.741", "4.68x", "0.500", "4.00x"])
        self.assertEqual(len(rows), 7)  # those without a run stand there as well

    def test_tables_equal_the_records_without_a_script(self):
        page = self.page.read_text()
        self.expect_tables(page)
        self.assertIn("Each block builds a tree in shared memory", page[:page.index("<script")])
        opening = page[page.index("<h1>"):page.index("</header>")]
        self.assertIn("A reduction combines all elements", opening)
        self.assertIn("On GPU &amp; co the fastest, step &lt;4&gt;, is 4 times as fast as the first.", opening)

    def test_needs_nothing_from_elsewhere(self):
        page = self.page.read_text()
        self.assertLess(len(page), 5 << 20)
        self.assertEqual(re.findall(r"(?:src|href)=[\"'](?!#)[^\"']*|@import|url\(", page), [])

    def expect_refused(self, words, text):
        """`words`, where OUT is the output, end with one line, status 2, and no file."""
        out = self.path / "refused.html"
        done = strider("report", *words, "-o", out)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertIn(text, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertFalse(out.exists())

    def test_bad_input_is_refused_in_a_line(self):
        other = self.path / "other.jsonl"
        other.write_text('{"schema":1,"command":"devices"}\n')
        self.expect_refused([other], "no record of a ladder")
        other.write_text('{"schema":1,"pattern":"scan","rung":1}\n')
        self.expect_refused([self.records, other], "name one of them")
        self.expect_refused(["scan", other], "no verified record of the scan ladder")
        other.write_text("no record\n")
        self.expect_refused([other], "other.jsonl:1")
        self.expect_refused([self.path / "missing.jsonl"], "missing.jsonl")
        self.expect_refused(["reduce", "scan"], "one ladder")
        self.expect_refused([], "a ladder's name")

    def test_replaces_no_input(self):
        before = self.records.read_bytes()
        done = strider("report", self.records, "-o", self.records)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(self.records.read_bytes(), before)

    @unittest.skipUnless(CHROMIUM, "no chromium on this machine")
    def test_tables_equal_the_records_in_a_browser(self):
        self.expect_tables(self.browser(self.page.as_uri(), "--window-size=1280,1000"))

    @unittest.skipUnless(CHROMIUM, "no chromium on this machine")
    def test_fits_a_desk_and_a_phone(self):
        for width in (1280, 390):
            wide, drawn = self.asked(width, "return [document.documentElement.scrollWidth, [...document.querySelectorAll('figure[data-chart]')].map(one => [one.dataset.chart, one.querySelectorAll('svg').length])];")
            self.assertLessEqual(wide, width)
            self.assertEqual(sorted(name for name, _ in drawn), ["counters", "ladder", "programs", "published", "sizes"])
            self.assertTrue(all(pictures > 0 for _, pictures in drawn), drawn)

    @unittest.skipUnless(CHROMIUM, "no chromium on this machine")
    def test_a_link_leads_to_a_request_and_the_slider_moves(self):
        step = next(one for one in self.counted if one["rung"] == 3)
        for width in (1280, 390):
            before, after, address, picked = self.asked(width, """
                const seen = () => [document.querySelector('[aria-current]').dataset.rung, document.querySelector('#steps output').textContent,
                                    document.querySelector('#steps p.sans').textContent, document.querySelectorAll('.lanes .cell.clash').length];
                const before = seen(), slider = document.querySelector('input[type=range]');
                slider.value = 8;
                slider.dispatchEvent(new page.Event('input'));
                const after = seen(), address = page.location.hash;
                document.querySelector('.view input:not(:checked)').click();
                return [before, after, address, document.querySelectorAll('tr.added').length];""")
            self.assertEqual(before[:2], ["3", f"Request 5 of {len(step['requests'])}"])
            self.assertEqual(after[:2], ["3", f"Request 9 of {len(step['requests'])}"])
            self.assertEqual(address, "#rung=3&request=9")
            self.assertIn(f"{step['requests'][8]['cost']} wavefronts", after[2])
            # All lanes of the request, and the words that they want, are in each other's way.
            self.assertEqual(after[3], 2 * sum(one >= 0 for one in step["requests"][8]["addresses"]))
            self.assertGreater(picked, 2)

    @unittest.skipUnless(CHROMIUM, "no chromium on this machine")
    def test_claims_have_the_verdicts_that_the_counters_give(self):
        before, after = ({**one["counters"], "time": 1e3 / timed(one["rung"], 1, 900.0 / 2 ** 20 / one["rung"])["elements_per_us"]}
                         for one in self.counted if one["rung"] in (2, 3))
        rows = self.asked(1280, "return [...document.querySelectorAll('.claims tbody tr')].map(row => [...row.cells].map(one => one.textContent));")
        self.assertGreater(len(rows), 0)
        for counter, _, _, way, verdict in rows:
            counter = "time" if counter.startswith("time") else counter.replace(" ", "_")
            ratio = after[counter] / before[counter]
            self.assertEqual(verdict, "confirmed" if way == ("rises" if ratio > 1.02 else "falls" if ratio < .98 else "stays") else "refuted", counter)

    @unittest.skipUnless(CHROMIUM, "no chromium on this machine")
    def test_the_shape_has_a_row_for_each_request_of_shared_memory(self):
        kinds = [one["kind"].split()[1] for one in next(one for one in self.counted if one["rung"] == 3)["requests"][:96] if "row" in one]
        self.assertIn("store", kinds)
        rows = [request["row"] for one in self.counted for request in one["requests"] if "row" in request]
        self.assertLess(max(rows), 228 << 10)  # also where each launch has its shared memory elsewhere
        self.assertEqual(self.asked(1280, "return [...document.querySelectorAll('.shape path')].map(one => one.getAttribute('class'));"), kinds)


if __name__ == "__main__":
    unittest.main()
# SPDX-License-Identifier: Apache-2.0
