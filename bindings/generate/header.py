"""The layout of the public header.

* A ruled line and a comment of one line begin a section.
* Declarations without a blank line between them are one entry, and the comments before and beside
  them are its text; a comment with no declaration is text of the section.
* In a comment, a paragraph whose lines have two columns is a table: names, and what they mean.
"""
import re

RULE = re.compile(r'^/\* -+ \*/\n', re.M)
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|[{};]|\n[ \t]*\n|[^/{};\n]+|.', re.S)
EXPORTED = re.compile(r'MANIFACT_API\b[^;]*?\b(manifact_\w+)\(')
COLUMNS = re.compile(r'\S {3,}\S')


def comment_lines(comment):
    """The lines of a comment without its marks and common indentation."""
    if comment.startswith('//'):
        return [comment[2:].strip()]
    lines = comment[2:-2].split('\n')
    if len(lines) > 1 and all(re.match(r'\s*\*|\s*$', line) for line in lines[1:]):
        lines = [re.sub(r'^\s*\* ?', '', line) for line in lines]
    elif len(lines) > 1:
        margin = min(len(line) - len(line.lstrip()) for line in lines[1:] if line.strip())
        lines = [lines[0].strip()] + [line[margin:] for line in lines[1:]]
    lines[0] = lines[0].strip()
    return [line.rstrip() for line in lines]


def paragraphs(lines):
    """Runs of lines between blank ones."""
    text = '\n'.join(lines).strip('\n')
    return [part.split('\n') for part in re.split(r'\n\s*\n', text)] if text.strip() else []


def rows_of(lines):
    """[[name, text]] of a paragraph of two columns, else None."""
    first = re.match(r'\S.*? {2,}(?=\S)', lines[0])
    rows, column = [], first.end() if first else 0
    for line in lines:
        if rows and not line[:column].strip():
            rows[-1][1] += ' ' + line.strip()
        elif column and line[:1].strip() and re.match(r' \S', line[column - 1:]):
            rows.append([line[:column].strip(), line[column:]])
        else:
            return None
    return None if any(COLUMNS.search(text) for _, text in rows) else rows


class Entry:
    """Declarations without a blank line between, and their comments."""

    def __init__(self):
        self.comments, self.declarations, self.enumerators = [], [], []


def read_enumerators(body):
    """[(name, value, comment lines)]; a comment stands before its enumerator or on its line."""
    found, before = [], []
    for match in re.finditer(r'/\*.*?\*/|(\w+) = (-?\d+)(,?)[ \t]*(/\*.*?\*/)?', body, re.S):
        if match.group(1) is None:
            before.append(comment_lines(match.group(0)))
            continue
        beside = [comment_lines(match.group(4))] if match.group(4) else []
        # Before the comment of the enumerator itself: a heading of several.
        headings = before[:-1] if not beside else before
        own = (before[-1:] if not beside else []) + beside
        found.append((match.group(1), match.group(2), headings, own))
        before = []
    return found


def entries_of(text):
    entries, entry, code, depth, start = [], Entry(), '', 0, 0

    for match in TOKEN.finditer(text):
        token = match.group(0)
        if token.startswith(('/*', '//')) and depth == 0:
            # Beside a declaration that has ended, or before or within the next one.
            entry.comments.append(comment_lines(token))
            continue
        if token == '{':
            start = match.end() if depth == 0 else start
            depth += 1
        elif token == '}':
            depth -= 1
            if depth == 0:
                entry.enumerators += read_enumerators(text[start:match.start()])
        elif depth == 0 and token == ';':
            declaration = ' '.join(code.replace('MANIFACT_API', ' ').split())
            if not re.fullmatch(r'enum(?: \w+)?', declaration):
                entry.declarations.append(declaration)
            code = ''
        elif depth == 0 and not token.strip() and token.count('\n') > 1:
            if entry.comments or entry.declarations or entry.enumerators:
                entries.append(entry)
            entry = Entry()
        elif depth == 0:
            code += token
    if entry.comments or entry.declarations or entry.enumerators:
        entries.append(entry)
    return entries


def name_of(declaration):
    callback = re.search(r'\(\*(\w+)\)', declaration)
    if callback:
        return callback.group(1)
    return re.search(r'(\w+)\(', declaration + '(').group(1) if '(' in declaration \
        else declaration.split()[-1]


def sections_of(header):
    """[(title, text)]: the head, whose title is "", and the ruled sections."""
    head, *sections = RULE.split(header)
    found = [('', head)]
    for section in sections:
        title, body = section.split('\n', 1)
        found.append((title.strip('/* '), body.split('#ifdef __cplusplus')[0]))
    return found
