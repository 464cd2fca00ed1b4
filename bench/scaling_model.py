#!/usr/bin/env python3
"""Predicts a fit of lccf on several ranks: docs/scaling.md.

    scaling_model.py PROGRAM INPUT -k K [--ranks 10 100 1000] [--updates 100]

PROGRAM is manifact-mpi. Sizes, balance, bytes and memory of each number of ranks are those of its
--dry-run. The constants below turn them into seconds, for one rank on each machine. Prints one
line for each number of ranks.
"""
import argparse
import math
import subprocess

# Measured on one busy machine (docs/scaling.md).
SECONDS_OF_FLOP = 8.5e-11     # of the updates, on one rank
SECONDS_OF_POSTING = 6.5e-9   # of the exact search
GROWTH_OF_SEARCH = 0.045      # its work on P ranks is P to this power of that on one
# Assumed: a network of 10 Gb/s, and the time of a message through it.
BYTES_A_SECOND, SECONDS_OF_MESSAGE = 1.25e9, 20e-6
# Numbers that are summed in a few steps, and at once by parts (src/distributed/mpi_group.cpp).
FEW, MANY = 4096, 1 << 23
# Exchanges in u updates: of rows of a factor, and sums of features x clusters.
ROWS, SUMS = (1.067, 1.1), (2.135, 4.6)


def division(arguments, ranks):
    """The rows of the table that --dry-run prints, and the largest memory in MB."""
    words = [arguments.program, 'cluster', arguments.input, '-k', str(arguments.k), '-m', 'lccf',
             '--dry-run', str(ranks), '-q']
    lines = subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()
    names = lines[0].split()
    rows = [dict(zip(names, map(int, line.split()))) for line in lines[1:ranks + 1]]
    return rows, int(lines[-1].split()[-2])


def messages_of_sum(sum_bytes, ranks):
    """Of features x clusters: each rank adds up a part of it, and sends that to all others."""
    numbers = sum_bytes * ranks / (16 * max(1, ranks - 1))
    return 2 * (ranks - 1) * math.ceil(numbers / MANY) if numbers > FEW else 0


def predicted(arguments, ranks):
    rows, memory = division(arguments, ranks)
    k, updates = arguments.k, arguments.updates
    documents = sum(row['documents'] for row in rows)
    largest = {name: max(row[name] for row in rows) for name in rows[0]}
    entries, links = largest['entries'], largest['links']
    flops = 8 * entries * k + 2 * links * k + 12 * k * k * largest['documents']
    exchanges = [updates * each + once for each, once in (ROWS, SUMS)]
    sent = (exchanges[0] * largest['row_bytes'] + exchanges[1] * largest['sum_bytes']) / updates
    messages = (exchanges[0] * min(ranks - 1, largest['ghosts']) +
                exchanges[1] * messages_of_sum(largest['sum_bytes'], ranks)) / updates + 12
    compute = flops * SECONDS_OF_FLOP
    network = sent / BYTES_A_SECOND + messages * SECONDS_OF_MESSAGE if ranks > 1 else 0
    work = arguments.postings * documents * ranks ** GROWTH_OF_SEARCH / ranks
    search = work * SECONDS_OF_POSTING + largest['ring_bytes'] / BYTES_A_SECOND
    balance = entries * ranks / max(1, sum(row['entries'] for row in rows))
    return (ranks, largest['documents'], balance, memory, largest['ring_bytes'] / 1e6, search,
            sent / 1e6, 1e3 * compute, 1e3 * network, search + updates * (compute + network))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('program')
    parser.add_argument('input')
    parser.add_argument('-k', type=int, required=True)
    parser.add_argument('--ranks', type=int, nargs='+', default=[10, 100, 1000])
    parser.add_argument('--updates', type=int, default=100)
    parser.add_argument('--postings', type=float, default=35200,
                        help='of the exact search for one document on one rank')
    arguments = parser.parse_args()
    print('| ranks | documents | balance | MB memory | MB ring | s search | MB update | ms compute '
          '| ms network | s fit |\n|' + '---|' * 10)
    for ranks in arguments.ranks:
        print('| {} | {} | {:.3f} | {} | {:.1f} | {:.3g} | {:.3g} | {:.3g} | {:.3g} | {:.3g} |'
              .format(*predicted(arguments, ranks)), flush=True)


if __name__ == '__main__':
    main()
