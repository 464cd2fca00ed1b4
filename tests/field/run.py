"""The cases of this folder, one test each; README.md describes their files. run.py [WORD...] runs
those whose name contains a word, or all."""
import base64
import gzip
import io
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import unittest
import zipfile

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent / 'cli'))

import support  # noqa: E402
import text  # noqa: E402

BESIDE = ('zz.txt', 'zulu zebra\n')  # another document of a folder or an archive
EXPECTED = {'options', 'ids', 'labels', 'words', 'documents', 'terms', 'note', 'silent', 'error',
            'written', 'groups', 'shape', 'remedy'}
KEYS = EXPECTED | {'name', 'files', 'links', 'input', 'run', 'doors', 'needs'}
DOORS = ('alone', 'pipe', 'folder', 'tar', 'zip')


def content_of(given):
    """The bytes of a file: a string, or a table that says how they are made."""
    if isinstance(given, str):
        return given.encode()
    unknown = set(given) - {'text', 'base64', 'hex', 'encoding', 'times', 'gzip', 'shared'}
    assert not unknown, f'unknown keys of a file: {unknown}'
    if 'base64' in given:
        content = base64.b64decode(given['base64'])
    elif 'hex' in given:
        content = bytes.fromhex(given['hex'])
    elif 'shared' in given:
        path = support.SHARED / given['shared']
        if not path.exists():
            raise unittest.SkipTest(f'{path} is missing')
        content = path.read_bytes()
    else:
        content = given['text'].encode(given.get('encoding', 'utf-8'))
    content *= given.get('times', 1)
    return gzip.compress(content) if given.get('gzip') else content


def tar_of(members):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode='w') as archive:
        for name, content in members:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def zip_of(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w') as archive:
        for name, content in members:
            archive.writestr(name, content)
    return out.getvalue()


def as_list(given):
    return [given] if isinstance(given, str) else given


class Field(text.TextTest):
    maxDiff = 2000

    def enter(self, case, door):
        """Writes the files; returns INPUT and the standard input."""
        files = [(name, content_of(given)) for name, given in case.get('files', {}).items()]
        members = sorted([*files, (BESIDE[0], BESIDE[1].encode())])
        if door == 'tar':
            return self.write('docs.tar', tar_of(members)), b''
        if door == 'zip':
            return self.write('docs.zip', zip_of(members)), b''
        folder = 'docs/' if door == 'folder' else ''
        for name, content in members if door == 'folder' else files:
            (self.folder / folder / name).parent.mkdir(parents=True, exist_ok=True)
            self.write(folder + name, content)
        for name, target in case.get('links', {}).items():
            (self.folder / folder / name).symlink_to(target)
        source = case.get('input', files[0][0] if files else '')
        if door == 'pipe':
            return '-', (self.folder / source).read_bytes()
        return ('docs' if door == 'folder' else source), b''

    def check_documents(self, expected):
        ids, labels, terms, counts = self.written()
        words = [' '.join(sorted(word for document, word in counts if document == identity))
                 for identity in ids]
        found = {'ids': ids, 'labels': labels or [], 'words': words, 'documents': len(ids),
                 'terms': terms}
        for key in found.keys() & expected.keys():
            self.assertEqual(found[key], expected[key], key)

    def check_written(self, expected):
        for name, content in expected.get('written', {}).items():
            self.assertEqual((self.folder / name).read_text(), content, name)
        if 'groups' in expected:
            labels = self.labels('out/labels.txt')
            self.assertTrue(support.same_groups(labels, expected['groups']), labels)
        if 'shape' in expected:
            lines = [line for line in (self.folder / 'X.mtx').read_text().splitlines()
                     if not line.startswith('%')]
            self.assertEqual([int(number) for number in lines[0].split()[:2]], expected['shape'])

    def follow(self, remedy, err):
        """Runs the command of the message, and reads what it writes."""
        if remedy is None or not all(map(shutil.which, remedy['programs'])):
            return
        command = re.search(r' it: (.*?)(?: \([^()]*\))?$', err, re.M).group(1)
        made = subprocess.run(['sh', '-c', command], cwd=self.folder, capture_output=True)
        self.assertEqual(made.returncode, 0, made.stderr)
        if 'shape' in remedy:
            self.succeed('convert', remedy['then'], 'X.mtx')
            self.check_written(remedy)
            return
        self.succeed('vectorize', remedy['then'], *text.AS_WRITTEN, '-q',
                     *remedy.get('options', []))
        self.check_documents(remedy)

    def try_door(self, case, door):
        expected = {key: case[key] for key in EXPECTED & case.keys()} | case.get(door, {})
        if door in case and 'error' not in case[door]:
            expected.pop('error', None)
        source, stdin = self.enter(case, door)
        names = {'INPUT': source}
        run = case.get('run', ['vectorize', 'INPUT', *text.AS_WRITTEN])
        arguments = [names.get(word, word)
                     for word in [*run, *expected.get('options', [])]]
        before = set(self.folder.iterdir())
        code, _, err = self.run_program(*arguments, stdin=stdin)
        if any(f'without {needed}' in err for needed in case.get('needs', [])):
            self.skipTest(err)
        for part in as_list(expected.get('note', [])):
            self.assertIn(part, err)
        for part in as_list(expected.get('silent', [])):
            self.assertNotIn(part, err)
        if 'error' in expected:
            self.assertIn(code, (1, 2), err)
            for part in as_list(expected['error']):
                self.assertIn(part, err.splitlines()[-1] if err else '')
            self.follow(expected.get('remedy'), err)
            return
        self.assertEqual(code, 0, err)
        self.follow(expected.get('remedy'), err)
        self.check_written(expected)
        if expected.keys() & {'ids', 'labels', 'words', 'documents', 'terms'}:
            self.check_documents(expected)
        for path in set(self.folder.iterdir()) - before:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        _, _, err = self.run_program(*arguments, '-q', stdin=stdin)
        self.assertEqual(err, '', '-q')


def test_of(case):
    def test(self):
        for door in case.get('doors', ['alone']):
            with self.subTest(door):
                self.setUp()
                self.try_door(case, door)
    test.__doc__ = case['name']
    return test


def add_cases(wanted):
    names = set()
    for path in sorted(FOLDER.glob('*.toml')):
        for case in tomllib.loads(path.read_text(encoding='utf-8'))['case']:
            name = f'{path.stem}: {case["name"]}'
            expected = [case, *(case[door] for door in DOORS if door in case)]
            unknown = case.keys() - KEYS - set(DOORS)
            assert not unknown, f'{name}: unknown keys {sorted(unknown)}'
            assert name not in names, f'{name}: twice'
            assert any((EXPECTED - {'options'}) & table.keys()
                       for table in expected), f'{name}: nothing expected'
            names.add(name)
            if not wanted or any(word in name for word in wanted):
                setattr(Field, 'test_' + name, test_of(case))


add_cases(sys.argv[1:])
del sys.argv[1:]
if __name__ == '__main__':
    support.main()
