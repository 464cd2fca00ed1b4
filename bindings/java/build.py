"""Compiles Java into a jar, the same bytes each time:
build.py [--sources FILE] JAVAC JAR CLASSPATH FOLDER...

FILE gets the sources, for Ninja."""
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
    yield 'META-INF/LICENSE', pathlib.Path(__file__).with_name('LICENSE').read_bytes()
    for path in sorted(folder.rglob('*.class')):
        yield path.relative_to(folder).as_posix(), path.read_bytes()


def compiled(javac, jar, classpath, *folders):
    """Writes the jar and returns the sources; exits if they have errors."""
    sources = [path for folder in folders for path in sorted(pathlib.Path(folder).rglob('*.java'))]
    with tempfile.TemporaryDirectory() as classes:
        run = subprocess.run([javac, '--release', '17', '-encoding', 'UTF-8', '-Xlint:all',
                              '-Werror', '-d', classes, '-cp', classpath, *sources])
        if run.returncode != 0:
            sys.exit(run.returncode)
        with zipfile.ZipFile(jar, 'w', zipfile.ZIP_DEFLATED) as out:
            for name, data in entries(pathlib.Path(classes)):
                entry = zipfile.ZipInfo(name, TIME)
                entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                out.writestr(entry, data)
    return sources


def main(arguments):
    file = None
    if arguments[0] == '--sources':
        _, file, *arguments = arguments
    sources = compiled(*arguments)
    if file:
        pathlib.Path(file).write_text(f'{arguments[1]}: {" ".join(map(str, sources))}\n', 'utf-8')


main(sys.argv[1:])
