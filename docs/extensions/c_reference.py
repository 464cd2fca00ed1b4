"""The C reference from the public header:  .. c-header:: PATH  (in a reStructuredText page).

The layout of the header, which bindings/generate/header.py reads, determines the structure: a
ruled line begins a section, declarations without a blank line between them are one entry. In a
comment, an indented paragraph or one with columns keeps its lines, others are filled, and `words`,
functions and constants of the library are marked up.

Every function that the header exports must have its entry, else the build fails.
"""
import pathlib
import re

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList
from sphinx.util import logging
from sphinx.util.nodes import nested_parse_with_titles

from header import (COLUMNS, EXPORTED, comment_lines, entries_of, name_of, paragraphs, rows_of,
                    sections_of)

LOG = logging.getLogger(__name__)


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


LEAD = re.compile(r' *([A-Z][^.]{2,24})\. {1,9}(?=\S)')


def has_form(lines):
    """Code and columns keep their lines; an indented sentence does not."""
    text = ' '.join(line.strip() for line in lines)
    if any(COLUMNS.search(line) for line in lines):
        return True
    return all(line.startswith('  ') for line in lines) and not re.match(r'[A-Z].*\.\)?$', text)


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


def rst_of_entry(entry, known):
    kinds = {}
    for declaration in entry.declarations:
        kind = 'foreign' if declaration.startswith('struct') else \
            'function' if not declaration.startswith('typedef') else \
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
    for name in kinds.pop('foreign', []):  # those of another interface, declared only
        out += [f'.. c:struct:: {name.removeprefix("struct ")}', '']
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
        (_, head), *sections = sections_of(header)
        lines = rst_of_comment(comment_lines(head[:head.index('*/') + 2]), known)
        for title, body in sections:
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
