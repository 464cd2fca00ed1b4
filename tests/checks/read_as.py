"""The tables of docs/read-as.md are those of the code that decides:
read_as.py SOURCE_ROOT [--write]"""
import ast
import pathlib
import re
import sys

# How the first bytes or lines identify a format; None: only by the name or --format.
RECOGNIZED = {
    'mtx': '`%%MatrixMarket`', 'svmlight': 'a number, then `index:value` words, in the first line',
    'csv': 'numbers, or a header with one of the names of text fields',
    'mat': '`MATLAB `', 'npy': 'the bytes 93 `NUMPY`',
    'counts': 'the bytes 93 `MFCOUNT`',
    'npz': '`PK`, if the first member ends in `.npy`', 'fvecs': None,
    'uci': 'three lines of one number, then lines of three',
    'lda-c': '`N` and as many `word:count` words in each line, not always one',
    'cluto': 'two or three numbers, then rows of values, or of `column value` pairs',
    'dir': 'a folder', 'tsv': 'tabs in half of the lines', 'json': '`[` and an object',
    'jsonl': '`{` and a name in quotes', 'deb822': '`Package:`',
    'mbox': 'a line `From` with a date, then headers of mail', 'maildir': '`cur` and `new`',
    'eml': 'two headers of mail, one of them From or Subject', 'zip': '`PK`',
    'spreadsheet': '`PK` and parts of xlsx or ods', 'sqlite': '`SQLite format 3`',
    'ris': 'a line `TY  - JOUR`, and others of this form',
    'bibtex': '`@article{key,` and lines of fields',
    'nbib': 'a line `PMID- 1`, and others of this form',
    'wos': 'the lines `FN` and `VR`, or `PT` and `AU`',
    'hdf5': 'the bytes 89 HDF, or `MATLAB 7.3`', 'lines': None,
    '10x': 'a folder with `matrix.mtx`, `barcodes.tsv` and `features.tsv` or `genes.tsv`',
    'log': 'dates and times at the beginnings of most lines', 'git-log': '`commit`, then `Author:`',
    'whatsapp': 'two lines `31/01/2024, 10:00 - Ann: text`, one of them the first',
    'slack': 'a folder with `channels.json` and folders of days',
    'refer': 'a line `%0 Journal Article`, and others', 'pubmed': '`<PubmedArticleSet`',
    'endnote': '`<xml><records><record>`',
    'parquet': '`PAR1`', 'arrow': '`ARROW1`, or FF FF FF FF and the length of a schema',
    'safetensors': 'a length of 8 bytes, then a JSON object',
    'word2vec': 'lines of a word and as many numbers between blanks, perhaps below two numbers',
    'tar': '`ustar` after 257 bytes', 'file': '`<!doctype html`, `<html>`, `<?xml`, `xmlns`',
}


def literal(text):
    """The value of adjacent string literals of C."""
    return ''.join(ast.literal_eval(part) for part in re.findall(r'"(?:\\.|[^"\\])*"', text))


def cell(text):
    return text.replace('|', '\\|')


def foreign_rows(root):
    text = (root / 'tools/manifact/readers/foreign.def').read_text()
    string = r'("(?:\\.|[^"\\])*"(?:\s*"(?:\\.|[^"\\])*")*)'
    kinds = re.findall(r'^FOREIGN\(\w+,\s*' + string + r',\s*' + string + r',\s*' + string + r'\)',
                       text, re.M)
    assert len(kinds) == len(re.findall(r'^FOREIGN\(', text, re.M)), 'a line of foreign.def is odd'
    for name, recognized, remedy in kinds:
        remedy = literal(remedy)
        # A command or an option as code.
        remedy = re.sub(r'((?:convert|decompress|unpack) it[^:]*: )(.*?)( \(.*\))?$', r'\1`\2`\3',
                        remedy)
        remedy = re.sub(r': ((?:psql|tail|plink1.9|awk|python3) [^`]*? FILE[\w.]*)(?=, |$)',
                        r': `\1`', remedy)
        remedy = re.sub(r"(--filter \w+='[^']*')", r'`\1`', remedy)
        shown = cell(literal(recognized)).replace('<', '\\<')
        row = f'| {cell(literal(name))} | {shown} | {cell(remedy)} |'
        # What is between dollars outside of code is an equation.
        assert re.sub('`[^`]*`', '', row).count('$') < 2, f'a command is no code: {row}'
        yield row


def read_rows(root):
    code = (root / 'tools/manifact/readers/formats.cpp').read_text()
    words = re.search(r'words\{\s*\{(.*?)\}\};', code, re.S).group(1)
    endings = re.search(r'endings\{\s*\{(.*?)\}\};', code, re.S).group(1)
    names = {}
    for ending, format_ in re.findall(r'\{"([^"]+)",\s*Format::(\w+)\}', endings):
        names.setdefault(format_, []).append(f'`{ending}`')
    found = [pair for pair in re.findall(r'\{"([^"]+)",\s*Format::(\w+)\}', words)
             if pair[1] != 'automatic']
    listed = {word for word, _ in found}
    if listed != RECOGNIZED.keys():
        sys.exit(f'RECOGNIZED of this file has not the formats of formats.cpp: '
                 f'{sorted(listed ^ RECOGNIZED.keys())}')
    for word, format_ in found:
        yield f'| `{word}` | {", ".join(names.get(format_, []))} | {RECOGNIZED[word] or ""} |'


def filled(page, name, rows):
    pattern = re.compile(rf'(<!-- {name} -->\n\|[^\n]*\n\|---[^\n]*\n).*?(\n<!-- end -->)', re.S)
    assert pattern.search(page), f'docs/read-as.md has no table {name}'
    body = ''.join(row + '\n' for row in rows)
    return pattern.sub(lambda match: match.group(1) + body + match.group(2), page, count=1)


def main(root, write):
    path = root / 'docs/read-as.md'
    page = path.read_text()
    expected = filled(filled(page, 'read', read_rows(root)), 'foreign', foreign_rows(root))
    if write:
        path.write_text(expected)
    elif page != expected:
        print('docs/read-as.md differs from the code; tests/checks/read_as.py . --write')
        return 1
    return 0


sys.exit(main(pathlib.Path(sys.argv[1]), '--write' in sys.argv))
