"""Tables of methods and options from the program itself, and a check that the site has them all.

  ```{options} METHOD     the options of one method, with its defaults and words: the common ones,
                          then the expert ones
  ```{all-options}        every option once, with the methods that use it, likewise
"""
import json
import subprocess

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.addnodes import pending_xref
from sphinx.util import logging

LOG = logging.getLogger(__name__)
VECTORIZER = 'vectorizer'


def listing(app, *arguments):
    run = subprocess.run([app.config.manifact_program, *arguments, '--json'], check=True,
                         capture_output=True, encoding='utf-8')
    return json.loads(run.stdout)


def read_program(app):
    app.env.manifact_methods = {method['name']: method for method in listing(app, 'methods')}
    app.env.manifact_options = {
        name: {option['name']: option for option in listing(app, 'options', name)}
        for name in [*app.env.manifact_methods, VECTORIZER]}
    app.env.manifact_shown = {}


def text_of(number):
    return '' if number is None else format(number, 'g') if number < 1e6 else str(int(number))


def bounds_of(option):
    """The values that an option takes, in words."""
    if option.get('values') and 'type' not in option:
        return ' | '.join(option['values'])
    low, high = text_of(option['minimum']), text_of(option['maximum'])
    kind = 'integer' if option['type'] == 'integer' else 'number'
    words = ''.join(f', or {word}' for word in option.get('values') or [])
    if low and high:
        return f'{kind}, {low} to {high}{words}'
    return f'{kind}, at least {low}{words}' if low else kind + words


def default_of(option, kind='default'):
    default = option[kind]
    return default if isinstance(default, str) else text_of(default)


def defaults_of(option):
    """The default, and that for dense data if it is another."""
    made = [paragraph(literal(default_of(option)))]
    if 'dense-default' in option:
        made.append(paragraph('dense: ', literal(default_of(option, 'dense-default'))))
    return made


def literal(text):
    return nodes.literal(text, text)


def paragraph(*parts, **attributes):
    made = nodes.paragraph('', '', **attributes)
    for part in parts:
        made += nodes.Text(part) if isinstance(part, str) else part
    return made


def table(widths, head, rows, name):
    made = nodes.table(classes=[name])
    group = nodes.tgroup(cols=len(widths))
    made += group
    for width in widths:
        group += nodes.colspec(colwidth=width)
    for part, lines in ((nodes.thead(), [head]), (nodes.tbody(), rows)):
        group += part
        for line in lines:
            row = nodes.row(ids=line[0].attributes.pop('ids', []))
            part += row
            for cell in line:
                entry = nodes.entry()
                entry += cell if isinstance(cell, list) else [cell]
                row += entry
    return made


def by_tier(tables):
    """The tables of the common options and, under a heading, of the expert ones."""
    made = [tables['common']] if 'common' in tables else []
    if 'expert' in tables:
        made += [nodes.rubric('', 'Expert options'), tables['expert']]
    return made


def link(kind, target, text, docname):
    """A reference to a page (kind doc) or to an option's row (kind ref)."""
    made = pending_xref('', refdomain='std', reftype=kind, refexplicit=True, reftarget=target,
                        refdoc=docname, refwarn=True)
    made += literal(text)
    return made


class Options(Directive):
    required_arguments = 1

    def run(self):
        env = self.state.document.settings.env
        method = self.arguments[0]
        if method not in env.manifact_options:
            raise self.error(f'manifact has no method "{method}"')
        env.manifact_shown.setdefault(method, []).append(env.docname)
        rows = {}
        for name, option in env.manifact_options[method].items():
            rows.setdefault(option['tier'], []).append(
                [paragraph(link('ref', 'option-' + name, name, env.docname)), defaults_of(option),
                 [paragraph(option['summary']),
                  paragraph(bounds_of(option), classes=['bounds'])]])
        return by_tier({tier: table([20, 15, 65], [
            paragraph('Option'), paragraph('Default'), paragraph('Meaning and values')],
            lines, 'options') for tier, lines in rows.items()})


class AllOptions(Directive):
    def run(self):
        env = self.state.document.settings.env
        uses = {}
        for method, options in env.manifact_options.items():
            for name, option in options.items():
                # The vectorizer has limits of its own under the names of the methods' limits.
                uses.setdefault(name, []).append((method, option))
        standard = env.get_domain('std')
        rows = {}
        for name in sorted(uses):
            label = 'option-' + name
            standard.labels[label] = (env.docname, label, name)
            standard.anonlabels[label] = (env.docname, label)
            rows.setdefault(uses[name][0][1]['tier'], []).append(
                [paragraph(literal(name), ids=[label]), self.description(env, uses[name])])
        return by_tier({tier: table([22, 78], [
            paragraph('Option'), paragraph('Meaning, values, methods')], lines, 'options')
            for tier, lines in rows.items()})

    def description(self, env, uses):
        method_uses = [use for use in uses if use[0] != VECTORIZER] or uses
        # Methods that take fewer words: the longest list stands for all.
        widest = max((option for _, option in method_uses), key=lambda o: len(bounds_of(o)))
        made = [paragraph(widest['summary']), paragraph(bounds_of(widest), classes=['bounds'])]
        by_default = {}
        for kind, words in (('default', 'default '), ('dense-default', 'dense default ')):
            for method, option in uses:
                if kind in option:
                    by_default.setdefault((words, default_of(option, kind)), []).append(method)
        for (words, default), methods in sorted(by_default.items(),
                                                key=lambda item: (item[0][0], -len(item[1]))):
            line = paragraph(words, literal(default), ': ', classes=['bounds'])
            if len(methods) == len(env.manifact_options) - 1:
                line += nodes.Text('every method')
            else:
                for index, method in enumerate(methods):
                    line += nodes.Text(', ' if index else '')
                    line += (nodes.Text('words of text') if method == VECTORIZER else
                             link('doc', '/methods/' + method, method, env.docname))
            made.append(line)
        return made


def check(app, env):
    for method in env.manifact_options:
        page = 'options' if method == VECTORIZER else 'methods/' + method
        if page not in env.found_docs:
            LOG.warning('the method %s has no page docs/%s.md', method, page)
        elif page not in env.manifact_shown.get(method, []):
            LOG.warning('docs/%s.md does not show its options: {options} %s', page, method)


def setup(app):
    app.add_config_value('manifact_program', '', 'env')
    app.add_directive('options', Options)
    app.add_directive('all-options', AllOptions)
    app.connect('builder-inited', read_program)
    app.connect('env-check-consistency', check)
    return {'parallel_read_safe': False}
