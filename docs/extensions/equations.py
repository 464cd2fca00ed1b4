"""Equations rendered by KaTeX while the site is built: pages need no script and no network.

An equation that KaTeX rejects is a warning, which scripts/docs makes an error.
"""
import json
import pathlib
import shutil
import subprocess

from docutils import nodes
from sphinx.util import logging

KATEX = pathlib.Path('/usr/share/javascript/katex')
LOG = logging.getLogger(__name__)
# One process for all equations: a line of JSON in, a line of JSON out.
PROGRAM = '''
const katex = require(process.argv[1]);
require('readline').createInterface({input: process.stdin}).on('line', line => {
  const {tex, display} = JSON.parse(line);
  let answer;
  try {
    answer = {html: katex.renderToString(tex, {displayMode: display, strict: false})};
  } catch (error) {
    answer = {error: String(error)};
  }
  console.log(JSON.stringify(answer));
});
'''
process = None


def rendered(node, display):
    global process
    if process is None:
        process = subprocess.Popen(['node', '-e', PROGRAM, str(KATEX / 'katex.js')], text=True,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding='utf-8')
    process.stdin.write(json.dumps({'tex': node.astext(), 'display': display}) + '\n')
    process.stdin.flush()
    line = process.stdout.readline()
    if not line:
        raise RuntimeError('node ended; its error is above (package libjs-katex)')
    answer = json.loads(line)
    if 'error' in answer:
        LOG.warning('equation: %s', answer['error'], location=node)
    return answer.get('html', '')


def visit_inline(translator, node):
    translator.body.append(rendered(node, False))
    raise nodes.SkipNode


def visit_block(translator, node):
    translator.body.append('<div class="equation">' + rendered(node, True) + '</div>')
    raise nodes.SkipNode


def copy_style(app, error):
    if process is not None:
        process.stdin.close()
        process.wait()
    if error is None and app.builder.format == 'html':
        target = pathlib.Path(app.outdir) / '_static/katex'
        (target / 'fonts').mkdir(parents=True, exist_ok=True)
        shutil.copy(KATEX / 'katex.min.css', target)
        for font in (KATEX / 'fonts').glob('*.woff2'):
            shutil.copy(font, target / 'fonts')


def setup(app):
    app.add_html_math_renderer('katex', (visit_inline, None), (visit_block, None))
    app.add_css_file('katex/katex.min.css')
    app.connect('build-finished', copy_style)
    return {'parallel_read_safe': True, 'parallel_write_safe': False}
