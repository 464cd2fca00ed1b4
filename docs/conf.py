"""The documentation site: scripts/docs builds it."""
import os
import pathlib
import re
import sys

here = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(here / 'extensions'), str(here.parent / 'bindings/generate')]

project = 'Manifact'
author = 'the Manifact authors'
project_copyright = author
version = release = re.search(r"version: '([^']+)'", (here.parent / 'meson.build').read_text())[1]

extensions = ['myst_parser', 'equations', 'option_tables', 'c_reference', 'man_page', 'root_pages']
myst_enable_extensions = ['dollarmath', 'deflist']
myst_heading_anchors = 3
root_doc = 'index'
exclude_patterns = ['extensions']
smartquotes = False
highlight_language = 'none'
nitpick_ignore = [('c:identifier', name) for name in ('int32_t', 'int64_t', 'size_t')]
# The program whose tables become pages.
manifact_program = os.environ.get('MANIFACT_PROGRAM',
                                  str(here.parent / 'build/tools/manifact/manifact'))

html_theme = 'furo'
html_title = f'Manifact {release}'
html_static_path = ['_static']
html_css_files = ['site.css']
html_show_copyright = False
html_use_index = False
html_show_sourcelink = False
html_copy_source = False
html_math_renderer = 'katex'
pygments_style = 'friendly'
