"""Compiles Java into a jar, the same bytes each time: build.py JAVAC JAR CLASSPATH FOLDER...

JAR.d gets the sources, for Ninja."""
import pathlib
import subprocess
import sys
import tempfile
import zipfile

TIME = (1980, 1, 1, 0, 0, 0)


def entries(folder):
    """(name, bytes) of what a jar has, in the order of the names."""
    head = b'Manifest-Version: 1.0\r\nAutomatic-Module-Name: manifact\r\n\r\n'
    yield 'META-INF/MANIFEST.MF', head
    for path in sorted(folder.rglob('*.class')):
        yield path.relative_to(folder).as_posix(), path.read_bytes()


def main(javac, jar, classpath, *folders):
    sources = [path for folder in folders for path in sorted(pathlib.Path(folder).rglob('*.java'))]
    with tempfile.TemporaryDirectory() as classes:
        run = subprocess.run([javac, '--release', '17', '-encoding', 'UTF-8', '-Xlint:all',
                              '-Werror', '-d', classes, '-cp', classpath, *sources])
        if run.returncode != 0:
            return run.returncode
        with zipfile.ZipFile(jar, 'w', zipfile.ZIP_DEFLATED) as out:
            for name, data in entries(pathlib.Path(classes)):
                entry = zipfile.ZipInfo(name, TIME)
                entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                out.writestr(entry, data)
    pathlib.Path(jar + '.d').write_text(f'{jar}: {" ".join(map(str, sources))}\n', 'utf-8')
    return 0


sys.exit(main(*sys.argv[1:]))
