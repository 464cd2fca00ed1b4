"""The built library does not interfere with its host process:
library.py exports|imports|constructors|soname|without|hardened LIBRARY
           [DESCRIPTION [HEADER] | ARCHIVE]

exports       the shared library exports the functions of the description of the C interface, which
              the test interface compares with the header, and those of HEADER, and nothing else,
              with the version node of its ABI number
imports       it calls nothing that prints, ends the process, or reads or changes what belongs to
              its host, and of CHOLMOD only functions under the LGPL
constructors  no object of the archive runs code when it is loaded, and none keeps thread-local
state
soname        the number of the soname is that of the ABI
without       it contains no function of the archive
hardened      its stack and the functions of the C library are checked, and its tables of addresses
              are read-only
"""
import json
import pathlib
import re
import subprocess
import sys

# Functions that the library must not call. Formatting into a buffer (snprintf and similar) is
# allowed; std::terminate comes with the destructor of std::thread.
DENIED = {
    'ends or starts processes': 'exit _exit _Exit quick_exit abort __assert_fail raise kill fork '
                                'vfork system popen execve execv execvp posix_spawn',
    'prints': 'stdout stderr printf vprintf puts putchar perror psignal syslog vsyslog err errx '
              'warn warnx __printf_chk __vprintf_chk'
              ' _ZSt4cout _ZSt4cerr _ZSt4clog _ZSt5wcout _ZSt5wcerr _ZSt5wclog '
              '_ZNSt8ios_base4InitC1Ev',
    'changes signal handling': 'signal __sysv_signal sigaction sigprocmask pthread_sigmask '
                               'sigaltstack alarm setitimer setjmp _setjmp longjmp',
    'uses the host\'s random numbers': 'rand srand rand_r random srandom drand48 srand48 lrand48',
    'reads the environment': 'getenv secure_getenv setenv unsetenv putenv clearenv environ '
                             '__environ',
    'changes the process': 'setlocale newlocale uselocale umask chdir fchdir atexit on_exit '
                           '__cxa_atexit setrlimit sched_setaffinity fesetround mallopt',
    'registers fork handlers': 'pthread_atfork __register_atfork',
}
DENIED_PATTERNS = {'belongs to another thread runtime': r'(omp|GOMP|kmp|__kmpc)_.*',
                   'changes the BLAS': r'(openblas|goto|mkl|MKL|bli)_.*',
                   'changes signal handling and uses the host\'s random numbers':
                   r'METIS_.*|cholmod_(l_)?(metis|nested_dissection)',
                   'prints': r'(__)?v?fprintf(_chk)?|(__)?fputs?c?|(__)?w?putw?c(har)?|'
                             r'_ZNSt8ios_base4Init.*|cholmod_(l_)?print_.*'}

# The functions of CHOLMOD that the library calls, by module: all of modules under the LGPL. Its
# modules Supernodal, Modify and MatrixOps are under the GPL; Check, Camd and Partition are not.
CHOLMOD = {'Core': 'cholmod_start cholmod_finish cholmod_free_sparse cholmod_free_factor '
                   'cholmod_change_factor cholmod_ptranspose',
           'Cholesky': 'cholmod_analyze cholmod_rowfac'}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def symbols(library, which):
    """{dynamic symbol: its version or ''}; version nodes, which are absolute, are none."""
    lines = [line.split() for line in run('nm', '-D', which, library).splitlines()]
    parts = [fields[-1].partition('@') for fields in lines if fields[-2] != 'A']
    return {name: version.strip('@') for name, _, version in parts}


def interface(description):
    with open(description, encoding='utf-8') as text:
        return json.load(text)


def check_exports(library, description, header=None):
    described = {function['name'] for function in interface(description)['functions']}
    assert len(described) > 50, 'too few functions in the description'
    if header is not None:
        own = re.findall(r'^MANIFACT_API [^(]*\b(\w+)\(', pathlib.Path(header).read_text(), re.M)
        assert len(own) > 5, 'too few functions in the header'
        described.update(own)
    versions = symbols(library, '--defined-only')
    node = f'MANIFACT_{interface(description)["abi"]}'
    exported = set(versions)
    yield from (f'{name} has the version {versions[name]}, not {node}'
                for name in sorted(exported & described) if versions[name] != node)
    yield from (f'{name} is described but not exported' for name in sorted(described - exported))
    yield from (f'{name} is exported but not described' for name in sorted(exported - described))


def check_imports(library):
    imported = symbols(library, '--undefined-only')
    assert len(imported) > 5, 'too few imports found'
    for name in sorted(imported):
        plain = name.removeprefix('__').removesuffix('_chk')  # of _FORTIFY_SOURCE
        for reason, names in DENIED.items():
            if name in names.split() or plain in names.split():
                yield f'{name}: the library must not import what {reason}'
        for reason, pattern in DENIED_PATTERNS.items():
            if re.fullmatch(pattern, name):
                yield f'{name}: the library must not import what {reason}'
        if name.startswith('cholmod_') and name not in ' '.join(CHOLMOD.values()).split():
            yield f'{name}: not in the list of functions of CHOLMOD that are under the LGPL'


def check_constructors(archive):
    member, members = '', 0
    for line in run('readelf', '--section-headers', '--wide', archive).splitlines():
        if line.startswith('File: '):
            member, members = line, members + 1
        if re.search(r'\s\.(init_array|fini_array|preinit_array|ctors|dtors|tdata|tbss)\b', line):
            yield f'{member}: {line.strip()}'
    assert members > 10, 'too few members found in the archive'


def check_soname(library, description):
    soname = f'{library.split("/")[-1].split(".")[0]}.so.{interface(description)["abi"]}'
    names = re.findall(r'\(SONAME\).*\[(.*)\]', run('readelf', '--dynamic', '--wide', library))
    if names != [soname]:
        yield f'the soname is {names}, not {soname}'


def functions(*files):
    lines = run('nm', '--defined-only', *files).splitlines()
    return {fields[2] for fields in map(str.split, lines) if len(fields) == 3 and fields[1] in 'Tt'}


def check_without(library, archive):
    own, other = functions(library), functions(archive)
    assert len(own) > 1000 and len(other) > 50, 'too few functions found'
    # Compilers give local functions, and copies of a function such as f.isra.0, the same name in
    # several files.
    shared = {name for name in own & other
              if name.startswith('_ZN') and '_GLOBAL__N_' not in name and '.' not in name}
    yield from (f'{name} is a function of {archive}' for name in sorted(shared))


def check_hardened(library, *expected):
    imported = symbols(library, '--undefined-only')
    if 'stack' in expected and '__stack_chk_fail' not in imported:
        yield 'its functions do not check the stack'
    if 'sizes' in expected and not any(name.endswith('_chk') for name in imported):
        yield 'it calls no function that checks the size of a buffer'
    if 'relro' in expected and 'GNU_RELRO' not in run('readelf', '--program-headers', '--wide',
                                                      library):
        yield 'its tables of addresses stay writable'
    if 'now' in expected and not re.search(r'BIND_NOW|FLAGS_1\).*NOW',
                                           run('readelf', '--dynamic', '--wide', library)):
        yield 'addresses are looked up at the first call'


CHECKS = {'exports': check_exports, 'imports': check_imports, 'constructors': check_constructors,
          'soname': check_soname, 'without': check_without, 'hardened': check_hardened}
wrong = list(CHECKS[sys.argv[1]](*sys.argv[2:]))
for line in wrong:
    print(line)
sys.exit(1 if wrong else 0)
