"""The C reference from the public header:  .. c-header:: PATH  (in a reStructuredText page).

The layout of the header determines the structure:

* a ruled line and a comment of one line begin a section;
* declarations without a blank line between them are one entry, and the comments before and beside
  them are its text; a comment with no declaration is text of the section;
* in a comment, an indented paragraph or one with columns keeps its lines, others are filled, and
  `words`, functions and constants of the library are marked up.

Every function that the header exports must have its entry, else the build fails.
"""
import pathlib
import re

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList
from sphinx.util import logging
from sphinx.util.nodes import nested_parse_with_titles

LOG = logging.getLogger(__name__)
RULE = re.compile(r'^/\* -+ \*/\n', re.M)
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|[{};]|\n[ \t]*\n|[^/{};\n]+|.', re.S)
EXPORTED = re.compile(r'MANIFACT_API\b[^;]*?\b(manifact_\w+)\(')


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


def marked_up(text, known):
    """One paragraph as reStructuredText; `known` maps the library's names to their roles."""
    def escaped(words):
        return re.sub(r'([\\*_|`<>])', r'\\\1', words)

    def marked(word):
        name = word.strip('`').removesuffix('()')
        if name in known or word.startswith('`') or name.startswith('manifact_'):
            # Spaces that a backslash removes let a markup begin and end beside any character.
            return '\\ ' + known.get(name, f'``{word.strip("`")}``') + '\\ '
        return escaped(word)

    pieces = re.split(r'(`[^`]+`|\b(?:manifact|MANIFACT)_\w+(?:\(\))?)', text)
    return ''.join(marked(piece) if index % 2 else escaped(piece)
                   for index, piece in enumerate(pieces))


COLUMNS = re.compile(r'\S {3,}\S')
LEAD = re.compile(r' *([A-Z][^.]{2,24})\. {1,9}(?=\S)')


def has_form(lines):
    """Code and columns keep their lines; an indented sentence does not."""
    text = ' '.join(line.strip() for line in lines)
    if any(COLUMNS.search(line) for line in lines):
        return True
    return all(line.startswith('  ') for line in lines) and not re.match(r'[A-Z].*\.\)?$', text)


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


def rst_of_comment(lines, known):
    out = []
    for part in paragraphs(lines):
        rows = rows_of(part)
        for name, meaning in rows or []:
            out += [f'``{name}``', *indented([marked_up(meaning, known)])]
        if rows:
            out += ['']
            continue
        text = ' '.join(line.strip() for line in part)
        lead = LEAD.match(part[0]) if part[0].startswith('  ') else None
        if has_form(part):
            margin = min(len(line) - len(line.lstrip()) for line in part)
            code = 'c' if any(line.endswith(';') for line in part) else 'none'
            out += [f'.. code-block:: {code}', '', *indented(line[margin:] for line in part), '']
        elif text.isupper():
            out += [f'.. rubric:: {text.capitalize()}', '']
        elif lead and part[0][lead.end() - 2] == ' ':
            out += [f'**{lead[1]}.** ' + marked_up(text[len(lead[1]) + 1:].strip(), known), '']
        else:
            out += [marked_up(text, known), '']
    return out


def indented(lines):
    return ['   ' + line if line else '' for line in lines]


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
            if declaration != 'enum':
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


def rst_of_entry(entry, known):
    kinds = {}
    for declaration in entry.declarations:
        kind = 'function' if not declaration.startswith('typedef') else \
            'struct' if declaration.startswith('typedef struct') else 'type'
        declared = declaration.removeprefix('typedef ')
        kinds.setdefault(kind, []).append(name_of(declaration) if kind == 'struct' else declared)
    text = [line for comment in entry.comments for line in rst_of_comment(comment, known)]
    if not kinds and not entry.enumerators:
        return text
    out = []
    if 'struct' in kinds:  # one handle, one comment
        for name, comment in zip(kinds['struct'], entry.comments):
            out += [f'.. c:struct:: {name}', ''] + indented(rst_of_comment(comment, known))
        return out
    for kind, declarations in kinds.items():
        head = f'.. c:{kind}:: '
        out += [head + declarations[0]] + [' ' * len(head) + more for more in declarations[1:]]
        out += [''] + indented(text)
        text = []
    out += text
    for name, value, headings, own in entry.enumerators:
        for heading in headings:
            out += rst_of_comment(heading, known)
        out += [f'.. c:enumerator:: {name} = {value}', '']
        out += indented([line for comment in own for line in rst_of_comment(comment, known)])
    return out


class Header(Directive):
    required_arguments = 1

    def run(self):
        env = self.state.document.settings.env
        path, _ = env.relfn2path(self.arguments[0])
        env.note_dependency(path)
        header = pathlib.Path(env.app.srcdir, path).read_text(encoding='utf-8')
        exported = EXPORTED.findall(header)
        env.manifact_exported = exported
        known = {name: f':c:func:`{name}`' for name in exported}
        known |= {name: f':c:enumerator:`{name}`'
                  for name in re.findall(r'\b(MANIFACT_\w+) = -?\d', header)}
        known |= {name: f':c:type:`{name}`' for name in re.findall(r'\(\*(manifact_\w+)\)', header)}
        head, *sections = RULE.split(header)
        lines = rst_of_comment(comment_lines(head[:head.index('*/') + 2]), known)
        for section in sections:
            title, body = section.split('\n', 1)
            title = title.strip('/* ')
            body = body.split('#ifdef __cplusplus')[0]
            lines += ['', title, '-' * len(title), '']
            for entry in entries_of(body):
                lines += rst_of_entry(entry, known) + ['']
        made = nodes.section()
        made.document = self.state.document
        nested_parse_with_titles(self.state, StringList(lines, source=path), made)
        return made.children


def check(app, env):
    shown = {name for name, _, kind, _, _, _ in env.get_domain('c').get_objects()}
    for name in getattr(env, 'manifact_exported', ['the header itself']):
        if name not in shown:
            LOG.warning('the C reference lacks %s', name)


def setup(app):
    app.add_directive('c-header', Header)
    app.connect('env-check-consistency', check)
    return {'parallel_read_safe': False}
