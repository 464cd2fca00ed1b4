#!/usr/bin/env python3
"""Makes a wheel that needs nothing but glibc and the packages of Python: wheel.py LIBRARY WHEEL
FOLDER.

WHEEL is that of the package alone. LIBRARY and the libraries that it needs are copied into it,
under names with a hash of their contents and linked to each other, so that no other copy in the
process takes their place; the licenses of their Debian packages come with them. The tag of the
platform names the processor of LIBRARY and the oldest glibc that has all symbols that they import.
The same input gives the same bytes.
"""
import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

# What an installation of glibc has; everything else is copied.
GLIBC = {'ld-linux-x86-64.so.2', 'ld-linux-aarch64.so.1', 'libc.so.6', 'libdl.so.2', 'libm.so.6',
         'libpthread.so.0', 'librt.so.1'}
# Debian links programs with the interfaces of BLAS and LAPACK. OpenBLAS has both.
BEHIND = {'libblas.so.3': 'libopenblas.so.0', 'liblapack.so.3': 'libopenblas.so.0'}
FOLDER = 'manifact/_libraries'


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def needed_by(library):
    names = output('patchelf', '--print-needed', str(library)).split()
    return [name for name in names if name not in GLIBC]


def machine_of(library):
    """The processor in the header of ELF, as Debian's folders and tools and wheels name it."""
    with open(library, 'rb') as file:
        head = file.read(20)
    names = {62: 'x86_64', 183: 'aarch64'}
    number = int.from_bytes(head[18:], 'little')
    if head[:4] != b'\x7fELF' or number not in names:
        sys.exit(f'wheel.py: {library} is no library for x86_64 or aarch64')
    return names[number]


def found_at(machine):
    """Where the packages for a processor have each library, by soname."""
    return {file.name: file for folder in ('/usr/lib', '/lib')
            for file in pathlib.Path(folder, f'{machine}-linux-gnu').glob('*.so.*')}


def closure_of(library, places):
    """The libraries that it needs, by soname, with what stands behind the interfaces of BLAS."""
    needs, files = {}, {}
    rest = [library]
    while rest:
        file = rest.pop()
        needs[file] = {name: BEHIND.get(name, name) for name in needed_by(file)}
        for name in needs[file].values():
            if name not in places:
                sys.exit(f'wheel.py: {file} needs {name}, which is not installed')
            if name not in files:
                files[name] = places[name].resolve()
                rest.append(files[name])
    return needs, files


def newest_glibc_of(files, machine):
    versions = [(2, 17)]
    for file in files:
        symbols = output(f'{machine}-linux-gnu-objdump', '-T', str(file))
        versions += [(int(major), int(minor)) for major, minor in
                     re.findall(r'GLIBC_(\d+)\.(\d+)', symbols)]
    return max(versions)


def copy_libraries(library, machine, folder, licenses):
    """Copies them into the folder; returns the files."""
    needs, files = closure_of(library, found_at(machine))
    names = {}
    for soname, file in files.items():
        digest = hashlib.sha256(file.read_bytes()).hexdigest()[:8]
        stem, end = soname.split('.so', 1)
        names[soname] = f'{stem}-{digest}.so{end}'
    soname = output('patchelf', '--print-soname', str(library)).strip()
    copies = {file: folder / names[name] for name, file in files.items()}
    copies[library] = folder / soname
    for file, copy in copies.items():
        shutil.copyfile(file, copy)
        copy.chmod(0o755)
        subprocess.run([f'{machine}-linux-gnu-strip', '--strip-unneeded', str(copy)], check=True)
        # One change a run: patchelf 0.14 mixes up the arguments of several.
        changes = [('--set-soname', copy.name), ('--set-rpath', '$ORIGIN')]
        changes += [('--replace-needed', name, names[behind])
                    for name, behind in needs[file].items()]
        for change in changes:
            subprocess.run(['patchelf', *change, str(copy)], check=True)
    shutil.copyfile(pathlib.Path(__file__).parent / 'LICENSE', licenses / 'LICENSE')
    for file in files.values():
        # By name: Debian lists /lib/... for what is found in /usr/lib/... too.
        package = output('dpkg', '--search', f'*/{file.parent.name}/{file.name}').split(':')[0]
        shutil.copyfile(f'/usr/share/doc/{package}/copyright', licenses / f'{package}.txt')
    return list(copies.values())


def audit(files):
    """Everything that a file needs is in the folder or in glibc, and found there."""
    names = {file.name for file in files}
    for file in files:
        missing = set(needed_by(file)) - names
        if missing or output('patchelf', '--print-rpath', str(file)).strip() != '$ORIGIN':
            what = ', '.join(sorted(missing)) or 'another path'
            sys.exit(f'wheel.py: {file.name} would need {what} of the system')


def write_wheel(folder, target):
    """Like zip, with sorted names and one date, and RECORD as the last file."""
    record = next(folder.glob('*.dist-info')) / 'RECORD'
    lines = []
    with zipfile.ZipFile(target, 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        def add(name, content, mode):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, (0o100000 | mode) << 16
            wheel.writestr(entry, content)
        for file in sorted(folder.rglob('*')):
            if file.is_file() and file != record:
                name, content = str(file.relative_to(folder)), file.read_bytes()
                digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
                digest = digest.rstrip(b'=').decode()
                lines.append(f'{name},sha256={digest},{len(content)}\n')
                add(name, content, 0o755 if os.access(file, os.X_OK) else 0o644)
        name = str(record.relative_to(folder))
        add(name, ''.join([*lines, f'{name},,\n']), 0o644)


def main(library, pure, target):
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        with zipfile.ZipFile(pure) as wheel:
            wheel.extractall(folder)
        information = next(folder.glob('*.dist-info'))
        (folder / FOLDER).mkdir()
        licenses = information / 'licenses'
        licenses.mkdir(exist_ok=True)
        library = pathlib.Path(library).resolve()
        machine = machine_of(library)
        files = copy_libraries(library, machine, folder / FOLDER, licenses)
        audit(files)
        major, minor = newest_glibc_of(files, machine)
        tag = f'py3-none-manylinux_{major}_{minor}_{machine}'
        text = (information / 'WHEEL').read_text()
        text = re.sub('Root-Is-Purelib: .*', 'Root-Is-Purelib: false', text)
        (information / 'WHEEL').write_text(re.sub('Tag: .*', f'Tag: {tag}', text))
        name, version = pathlib.Path(pure).name.split('-')[:2]
        made = pathlib.Path(target) / f'{name}-{version}-{tag}.whl'
        write_wheel(folder, made)
        print(made)


if __name__ == '__main__':
    if len(sys.argv) != 4:
        sys.exit(__doc__.split('\n')[0])
    main(*sys.argv[1:])
