#!/usr/bin/env python3
"""The seconds from a request to stop, to one rank of a job, to the end of all ranks and of mpirun.

  ranks_cancel.py MANIFACT_MPI RANKS SECONDS... -- ARGUMENTS OF manifact-mpi cluster

For each number of seconds a job is started and one of its ranks gets SIGINT after so long. Prints
the exit status of the job, the seconds, the CPU seconds of a rank after the request, which
depend less on other work of the machine, and what the job said.
"""
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

ENVIRONMENT = {'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1',
               'OMPI_MCA_rmaps_base_oversubscribe': '1',
               'OMPI_MCA_btl_vader_single_copy_mechanism': 'none',
               'OMP_NUM_THREADS': '1', 'OPENBLAS_NUM_THREADS': '1'}


def children(leader):
    """The ranks that mpirun has started."""
    with open(f'/proc/{leader}/task/{leader}/children') as file:
        return [int(word) for word in file.read().split()]


def cpu_seconds(rank):
    """Of a process so far; None if it has ended."""
    try:
        with open(f'/proc/{rank}/stat') as file:
            words = file.read().rsplit(')', 1)[1].split()
    except OSError:
        return None
    ticks = int(words[11]) + int(words[12])
    return None if words[0] == 'Z' else ticks / os.sysconf('SC_CLK_TCK')


def cancelled_after(program, ranks, seconds, arguments):
    words = [shutil.which('mpirun'), '-np', str(ranks), program, 'cluster', *arguments]
    job = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
                           env={**os.environ, **ENVIRONMENT})
    said = []
    reader = threading.Thread(target=lambda: said.extend(job.stderr.readlines()))
    reader.start()
    time.sleep(seconds)
    if job.poll() is not None:
        return 'ended before'
    begin = time.monotonic()
    all_ranks = children(job.pid)
    first = last_seen = {rank: cpu_seconds(rank) or 0 for rank in all_ranks}
    os.kill(all_ranks[-1], signal.SIGINT)
    while running := {rank: used for rank in all_ranks if (used := cpu_seconds(rank)) is not None}:
        last_seen = {**last_seen, **running}
        time.sleep(.01)
    stopped = time.monotonic() - begin
    most = max(last_seen[rank] - first[rank] for rank in all_ranks)
    status = job.wait()
    took = time.monotonic() - begin
    reader.join()
    last = [line.strip() for line in said if line.startswith('manifact:')]
    return (f'status {status}, ranks {stopped:.2f} s ({most:.2f} CPU s at most), '
            f'job {took:.2f} s: {" / ".join(last)}')


def main():
    split = sys.argv.index('--')
    program, ranks, *waits = sys.argv[1:split]
    for seconds in map(float, waits):
        print(f'{seconds:g} s:', cancelled_after(program, int(ranks), seconds,
                                                 sys.argv[split + 1:]), flush=True)


if __name__ == '__main__':
    main()
