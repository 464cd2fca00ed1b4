"""The built library does not interfere with its host process:
library.py exports|imports|constructors|soname LIBRARY [HEADER|SONAME]

exports       the shared library exports the functions of the public header, and nothing else
imports       it calls nothing that prints, ends the process, or reads or changes what belongs to
its host
constructors  no object of the archive runs code when it is loaded, and none keeps thread-local
state
soname        the shared library has the soname given
"""
import re
import subprocess
import sys

# What a guest does not call. Formatting into a buffer (snprintf and kin) is allowed, std::terminate
# comes with std::thread's destructor.
DENIED = {
    'ends or starts processes': 'exit _exit _Exit quick_exit abort __assert_fail raise kill fork '
                                'vfork system popen execve execv execvp posix_spawn',
    'prints': 'stdout stderr printf vprintf puts putchar perror psignal syslog vsyslog err errx '
              'warn warnx __printf_chk __vprintf_chk'
              ' _ZSt4cout _ZSt4cerr _ZSt4clog _ZSt5wcout _ZSt5wcerr _ZSt5wclog '
              '_ZNSt8ios_base4InitC1Ev',
    'touches signals': 'signal __sysv_signal sigaction sigprocmask pthread_sigmask sigaltstack '
                       'alarm setitimer setjmp _setjmp longjmp',
    'draws from the host\'s random numbers': 'rand srand rand_r random srandom drand48 srand48 '
                                             'lrand48',
    'reads the environment': 'getenv secure_getenv setenv unsetenv putenv clearenv environ '
                             '__environ',
    'changes the process': 'setlocale newlocale uselocale umask chdir fchdir atexit on_exit '
                           '__cxa_atexit setrlimit sched_setaffinity fesetround mallopt',
    'meddles with threads of others': 'pthread_atfork __register_atfork',
}
DENIED_PATTERNS = {'brings a second thread runtime': r'(omp|GOMP|kmp|__kmpc)_.*',
                   'changes the BLAS': r'(openblas|goto|mkl|MKL|bli)_.*',
                   'meddles with signals and random numbers':
                   r'METIS_.*|cholmod_(l_)?(metis|nested_dissection)',
                   'prints': r'(__)?v?fprintf(_chk)?|(__)?fputs?c?|(__)?w?putw?c(har)?|'
                             r'_ZNSt8ios_base4Init.*|cholmod_(l_)?print_.*'}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def symbols(library, which):
    """Dynamic symbols without their versions."""
    return {line.split()[-1].split('@')[0] for line in run('nm', '-D', which, library).splitlines()}


def check_exports(library, header):
    with open(header, encoding='utf-8') as text:
        code = re.sub(r'/\*.*?\*/|//[^\n]*', '', text.read(), flags=re.S)
    declared = set(re.findall(r'MANIFACT_API\s[^;(]*?\b(manifact_\w+)\s*\(', code))
    assert len(declared) > 50, 'the header is not read rightly'
    exported = symbols(library, '--defined-only')
    yield from (f'{name} is declared but not exported' for name in sorted(declared - exported))
    yield from (f'{name} is exported but not declared' for name in sorted(exported - declared))


def check_imports(library):
    imported = symbols(library, '--undefined-only')
    assert len(imported) > 5, 'the imports are not read rightly'
    for name in sorted(imported):
        for reason, names in DENIED.items():
            if name in names.split():
                yield f'{name}: a guest never {reason}'
        for reason, pattern in DENIED_PATTERNS.items():
            if re.fullmatch(pattern, name):
                yield f'{name}: a guest never {reason}'


def check_constructors(archive):
    member, members = '', 0
    for line in run('readelf', '--section-headers', '--wide', archive).splitlines():
        if line.startswith('File: '):
            member, members = line, members + 1
        if re.search(r'\s\.(init_array|fini_array|preinit_array|ctors|dtors|tdata|tbss)\b', line):
            yield f'{member}: {line.strip()}'
    assert members > 10, 'the archive is not read rightly'


def check_soname(library, soname):
    names = re.findall(r'\(SONAME\).*\[(.*)\]', run('readelf', '--dynamic', '--wide', library))
    if names != [soname]:
        yield f'the soname is {names}, not {soname}'


CHECKS = {'exports': check_exports, 'imports': check_imports, 'constructors': check_constructors,
          'soname': check_soname}
wrong = list(CHECKS[sys.argv[1]](*sys.argv[2:]))
for line in wrong:
    print(line)
sys.exit(1 if wrong else 0)
