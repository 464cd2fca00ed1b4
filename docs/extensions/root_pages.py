"""Pages under docs/project are files of the repository's root: contributing.md is CONTRIBUTING.md.

Links between them and to pages of the site are kept; links to other files of the repository
become plain text, since the site does not contain them.
"""
import pathlib
import re

LINK = re.compile(r'\[([^\]]*)\]\((?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?\)')
FENCE = re.compile(r'(^```.*?^```)', re.M | re.S)


def root_file(app, page):
    return pathlib.Path(app.srcdir).parent / (pathlib.Path(page).name.upper() + '.md')


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
    if not docname.startswith('project/'):
        return
    text = root_file(app, docname).read_text(encoding='utf-8')
    parts = FENCE.split(text)
    parts[::2] = [LINK.sub(lambda match: page_link(app, match), part) for part in parts[::2]]
    source[0] = ''.join(parts)


def setup(app):
    app.connect('source-read', read)
    return {'parallel_read_safe': True}
