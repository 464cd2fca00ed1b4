"""A man page as sections of a page:  ```{man-page} FILE  (converted by mandoc)."""
import re
import subprocess

from docutils import nodes
from docutils.parsers.rst import Directive

PART = re.compile(r'<h(?P<level>[12]) class="S[hs]"[^>]*>(?P<title>.*?)</h[12]>', re.S)
MARK = re.compile(r'</?section[^>]*>')


def words(html):
    text = re.sub(r'<[^>]+>', '', html).replace('\n', ' ')
    return text.replace('&#x00A0;', ' ').replace('&amp;', '&').strip()


class ManPage(Directive):
    required_arguments = 1

    def run(self):
        env = self.state.document.settings.env
        path, absolute = env.relfn2path(self.arguments[0])
        env.note_dependency(path)
        lint = subprocess.run(['mandoc', '-T', 'lint', '-W', 'error', absolute],
                              capture_output=True, encoding='utf-8')
        if lint.returncode:
            raise self.error(lint.stdout)
        html = subprocess.run(['mandoc', '-T', 'html', '-O', 'fragment', absolute], check=True,
                              capture_output=True, encoding='utf-8').stdout
        body = html[html.index('<section'):html.rindex('</section>')]
        parts = PART.split(MARK.sub('', body))
        made, section = [], None
        for level, title, content in zip(parts[1::3], parts[2::3], parts[3::3]):
            title = words(title)
            title = title.capitalize() if level == '1' else title
            part = nodes.section(ids=[nodes.make_id('man-' + title)], names=[])
            part += nodes.title('', title)
            # The anchors and links that mandoc makes of options are not needed.
            content = re.sub(r'<a class="permalink"[^>]*>(.*?)</a>', r'\1', content, flags=re.S)
            content = re.sub(r' id="[^"]*"', '', content)
            part += nodes.raw('', f'<div class="man">{content}</div>', format='html')
            if level == '1':
                section = part
                made.append(part)
            else:
                section += part
        return made


def setup(app):
    app.add_directive('man-page', ManPage)
    return {'parallel_read_safe': True}
