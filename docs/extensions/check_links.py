"""Every link of the built site that leads to a file or an anchor finds it: check_links.py FOLDER

Pages work from a folder without a network: scripts, styles, images and fonts are local. Links to
other sites are not followed; they are https or mailto.
"""
import html.parser
import pathlib
import re
import sys
import urllib.parse

OUTSIDE = re.compile(r'https://[\w.-]+\.[a-z]+(/\S*)?$|mailto:\S+@\S+$')
# What a browser loads to show the page, as opposed to what a reader follows.
LOADED = {'script': 'src', 'img': 'src', 'link': 'href', 'source': 'src', 'iframe': 'src'}


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loaded, self.twice = set(), [], [], []
        self.feed(path.read_text(encoding='utf-8'))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        for name in {attributes.get('id'), attributes.get('name') if tag == 'a' else None}:
            if name:
                self.twice += [name] if name in self.anchors else []
                self.anchors.add(name)
        if tag == 'a' and 'href' in attributes:
            self.links.append((self.getpos()[0], attributes['href']))
        elif LOADED.get(tag) in attributes:
            self.loaded.append((self.getpos()[0], attributes[LOADED[tag]]))


def problems_of(path, folder, pages):
    page = pages[path]
    for name in page.twice:
        yield 0, f'the anchor "{name}" is there twice'
    for line, url in page.loaded + page.links:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme or parts.netloc:
            if (line, url) in page.loaded:
                yield line, f'{url} is loaded from a network'
            elif not OUTSIDE.match(url):
                yield line, f'{url} is neither https nor mailto'
            continue
        target = path
        if parts.path:
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve()
        if not target.is_file() or folder not in target.parents:
            yield line, f'{url} leads to no file'
        elif parts.fragment and target in pages:
            if urllib.parse.unquote(parts.fragment) not in pages[target].anchors:
                yield line, f'{url} leads to no anchor'


def main(folder):
    folder = pathlib.Path(folder).resolve()
    pages = {path: Page(path) for path in sorted(folder.rglob('*.html'))}
    found = 0
    for path in pages:
        for line, problem in problems_of(path, folder, pages):
            print(f'{path.relative_to(folder)}:{line}: {problem}')
            found += 1
    count = sum(len(page.links) + len(page.loaded) for page in pages.values())
    print(f'{len(pages)} pages, {count} links, {found} problems')
    return 1 if found or not pages else 0


sys.exit(main(sys.argv[1]))
