#!/usr/bin/python3
"""Makes a file of counts of any size, or measures the memory of a command that uses it.

    bench/large_counts.py make ROWS FILE.counts
    bench/large_counts.py run COMMAND...

A document has 120 words of 100,000, of which about 113 differ: half are common to all documents,
half belong to one of 20 topics (the row modulo 20), both by a power of their rank. Documents of the
same row are the same in files of any size. 1,000,000 rows are about 0.9 GB. The file is written in
parts, so that it may be larger than memory.

`run` prints the CPU time and wall time of the command, and the largest amount of its private
memory (RssAnon, sampled every 20 ms) and of mapped pages (RssFile).
"""
import os
import struct
import subprocess
import sys
import time
import zlib

import numpy

TERMS, TOPICS, WORDS, ROWS_AT_ONCE = 100_000, 20, 120, 20_000
QUANTILES = 1 << 20


def quantiles(terms):
    """Terms by a power of their rank, as often as they are probable: a uniform choice is a draw."""
    weights = 1 / numpy.arange(1, len(terms) + 1) ** 0.8
    ends = numpy.cumsum(weights) / weights.sum()
    return terms[numpy.searchsorted(ends, (numpy.arange(QUANTILES) + 0.5) / QUANTILES)]


class Collection:
    def __init__(self):
        draw = numpy.random.default_rng(1)
        self.common = quantiles(draw.permutation(TERMS).astype(numpy.int32))
        self.topics = numpy.stack([
            quantiles(draw.permutation(TERMS)[:TERMS // TOPICS].astype(numpy.int32))
            for _ in range(TOPICS)])

    def rows(self, part, count):
        """Numbers of entries, columns and values of the first rows of a part."""
        draw = numpy.random.default_rng((2, part))
        words = numpy.empty((ROWS_AT_ONCE, WORDS), numpy.int32)
        half = WORDS // 2
        words[:, :half] = self.common[draw.integers(QUANTILES, size=(ROWS_AT_ONCE, half))]
        topic = numpy.arange(ROWS_AT_ONCE) % TOPICS
        words[:, half:] = self.topics[topic[:, None],
                                      draw.integers(QUANTILES, size=(ROWS_AT_ONCE, WORDS - half))]
        words = words[:count]
        words.sort(axis=1)
        first = numpy.ones(words.shape, bool)
        first[:, 1:] = words[:, 1:] != words[:, :-1]
        begin = numpy.flatnonzero(first)
        values = numpy.diff(numpy.append(begin, words.size)).astype(numpy.float32)
        return first.sum(axis=1), words.ravel()[begin], values


def make(rows, path):
    collection = Collection()
    starts = numpy.zeros(rows + 1, numpy.int64)
    with open(path, 'wb') as file, open(path + '.values', 'w+b') as rest:
        file.seek(64 + starts.nbytes)
        for begin in range(0, rows, ROWS_AT_ONCE):
            count = min(ROWS_AT_ONCE, rows - begin)
            entries, columns, values = collection.rows(begin // ROWS_AT_ONCE, count)
            starts[begin + 1:begin + count + 1] = entries
            columns.tofile(file)
            values.tofile(rest)
        numpy.cumsum(starts, out=starts)
        entries = int(starts[-1])
        file.write(bytes(4 * (entries % 2)))
        rest.seek(0)
        while piece := rest.read(1 << 24):
            file.write(piece)
        size = file.tell()
        head = struct.pack('<8sIIqqqQI', b'\x93MFCOUNT', 1, 3, rows, TERMS, entries, size, 0)
        file.seek(0)
        file.write(head + struct.pack('<IQ', zlib.crc32(head), 0))
        starts.tofile(file)
    os.remove(path + '.values')
    print(f'{rows} rows, {entries} entries, {size / 1e9:.2f} GB')


def run(command):
    most = {'RssAnon:': 0, 'RssFile:': 0}
    begin = time.perf_counter()
    child = subprocess.Popen(command)
    while True:
        try:
            with open(f'/proc/{child.pid}/status') as status:
                for line in status:
                    name, _, number = line.partition('\t')
                    if name in most:
                        most[name] = max(most[name], int(number.split()[0]))
        except OSError:
            pass
        done, status, usage = os.wait4(child.pid, os.WNOHANG)
        if done:
            break
        time.sleep(0.02)
    print(f'{usage.ru_utime + usage.ru_stime:.1f} s CPU, {time.perf_counter() - begin:.1f} s, '
          f'private {most["RssAnon:"] / 1024:.0f} MiB, mapped {most["RssFile:"] / 1024:.0f} MiB',
          file=sys.stderr)
    sys.exit(os.waitstatus_to_exitcode(status))


if __name__ == '__main__':
    if sys.argv[1:2] == ['make'] and len(sys.argv) == 4:
        make(int(sys.argv[2]), sys.argv[3])
    elif sys.argv[1:2] == ['run'] and len(sys.argv) > 2:
        run(sys.argv[2:])
    else:
        sys.exit(__doc__)
