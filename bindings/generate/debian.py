"""The symbols of the shared library for Debian's packages: one line for each function."""

# The first release of the soname: no older one satisfies a dependency on it.
FIRST = '0.2.0'


def release(since):
    """'0.3' as a version of a package that can be compared: not before the first one."""
    version = since + '.0' * (2 - since.count('.'))
    numbers = [[int(part) for part in text.split('.')] for text in (version, FIRST)]
    return version if numbers[0] > numbers[1] else FIRST


def symbols(description):
    abi = description['abi']
    node = f'MANIFACT_{abi}'
    names = sorted((f['name'], release(f['since'])) for f in description['functions'])
    return '\n'.join([f'libmanifact.so.{abi} libmanifact{abi} #MINVER#',
                      '* Build-Depends-Package: libmanifact-dev',
                      f' {node}@{node} {FIRST}',
                      *(f' {name}@{node} {version}' for name, version in names)]) + '\n'
