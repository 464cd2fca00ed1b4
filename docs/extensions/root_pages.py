"""Pages under docs/project are files of the repository's root: contributing.md is CONTRIBUTING.md;
docs/bindings/python.md is bindings/python/README.md.

Links between them and to pages of the site are kept; links to other files of the repository
become plain text, since the site does not contain them.
"""
import pathlib
import re

LINK = re.compile(r'\[([^\]]*)\]\((?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?\)')
FENCE = re.compile(r'(^```.*?^```)', re.M | re.S)


def root_file(app, page):
    """The file of a page, None for other pages."""
    root, name = pathlib.Path(app.srcdir).parent, pathlib.Path(page).name
    if page.startswith('project/'):
        return root / (name.upper() + '.md')
    path = root / 'bindings' / name / 'README.md'
    return path if page.startswith('bindings/') and path.is_file() else None


def page_link(app, match):
    text, target, anchor = match.group(1), match.group(2), match.group(3) or ''
    source = pathlib.Path(app.srcdir)
    if target.startswith('docs/') and target.endswith('.md') and (source.parent / target).is_file():
        return f'[{text}](../{target.removeprefix("docs/")}{anchor})'
    page = pathlib.Path(target).stem.lower()
    if target == page.upper() + '.md' and (source / 'project' / (page + '.md')).is_file():
        return f'[{text}]({page}.md{anchor})'
    return text


def read(app, docname, source):
    file = root_file(app, docname)
    if file is None:
        return
    text = file.read_text(encoding='utf-8')
    parts = FENCE.split(text)
    parts[::2] = [LINK.sub(lambda match: page_link(app, match), part) for part in parts[::2]]
    source[0] = ''.join(parts)


def setup(app):
    app.connect('source-read', read)
    return {'parallel_read_safe': True}
