"""References: the same articles in all formats give the same counts and clusters; what bibutils
writes is read."""
import gzip
import json
import shutil
import subprocess
import textwrap
import unittest
from xml.sax.saxutils import escape

import support

TEX = {'&': r'\&', '%': r'\%', '$': r'\$', '#': r'\#', '_': r'\_', '{': r'\{', '}': r'\}',
       '~': r'\textasciitilde{}', '^': r'\textasciicircum{}', '\\': r'\textbackslash{}',
       'é': r"{\'e}", 'ü': r'\"{u}', 'ö': r'{\"o}', 'ñ': r'\~n', 'ç': r'\c{c}', 'í': r"\'{\i}"}


def wrapped(tag, text):
    return '\n      '.join(textwrap.wrap(f'{tag:<4}- {text}', 88, break_long_words=False,
                                         break_on_hyphens=False)) + '\n'


def as_ris(key, group, title, text):
    return (f'TY  - JOUR\r\nID  - {key}\r\nTI  - {title}\r\nAB  - {text}\r\nPY  - 2004\r\n'
            f'JO  - {group}\r\nKW  - one\r\nKW  - two\r\nER  - \r\n\r\n')


def as_bibtex(key, group, title, text):
    tex = [''.join(TEX.get(c, c) for c in part) for part in (title, text)]
    return ('@article{%s,\n  title = {{%s}},\n  abstract = {%s},\n  journal = {%s},\n'
            '  year = 2004,\n  month = mar # "~5"\n}\n\n' % (key, *tex, group))


def as_nbib(key, group, title, text):
    return (f'PMID- {key}\nOWN - NLM\n' + wrapped('TI', title) + wrapped('AB', text) +
            f'DP  - 2004 Mar 5\nJT  - {group}\n\n')


def as_wos(key, group, title, text):
    return (f'PT J\nAU A, B\n   C, D\nTI {title}\nSO {group}\nAB {text}\n'
            f'PY 2004\nUT {key}\nER\n\n')


def as_xml(key, group, title, text):
    return (f'<PubmedArticle><MedlineCitation><PMID Version="1">{key}</PMID><Article><Journal>'
            f'<JournalIssue><PubDate><Year>2004</Year></PubDate></JournalIssue><Title>{group}'
            f'</Title></Journal><ArticleTitle>{escape(title)}</ArticleTitle><Abstract>'
            f'<AbstractText>{escape(text)}</AbstractText></Abstract></Article>'
            '</MedlineCitation></PubmedArticle>\n')


KINDS = {'bbc.ris': ('', as_ris, ''), 'bbc.bib': ('', as_bibtex, ''), 'bbc.nbib': ('', as_nbib, ''),
         'bbc.ciw': ('FN Clarivate\nVR 1.0\n', as_wos, 'EF\n'),
         'bbc.xml': ('<?xml version="1.0"?>\n<PubmedArticleSet>\n', as_xml,
                     '</PubmedArticleSet>\n')}


class Literature(support.ProgramTest):
    def read(self, name):
        return (self.folder / name).read_text()

    def test_formats_give_the_same_counts(self):
        packed = self.shared('bbc_news/docs.tsv.gz').read_bytes()
        articles = []
        for i, line in enumerate(gzip.decompress(packed).decode().splitlines()):
            group, text = line.split('\t', 1)
            words = text.split(' ')
            articles.append((f'{i}', f'{group}', ' '.join(words[:5]), ' '.join(words[5:])))
        self.write('bbc.tsv', ''.join(f'{group}\t{title} {text}\n'
                                      for _, group, title, text in articles))
        self.succeed('vectorize', 'bbc.tsv', '-o', 'X.mtx')
        expected = self.read('X.mtx'), self.read('X.terms.txt')
        for name, (head, record, foot) in KINDS.items():
            with self.subTest(name):
                self.write(name, head + ''.join(record(*one) for one in articles) + foot)
                self.succeed('vectorize', name, '-o', 'Y.mtx', '--label-field', 'journal')
                self.assertEqual((self.read('Y.mtx'), self.read('Y.terms.txt')), expected)
                self.assertEqual(self.read('Y.ids.txt').split(), [one[0] for one in articles])
                self.assertEqual(self.read('Y.labels.txt'), self.read('X.labels.txt'))
        for name in ('bbc.ris', 'bbc.bib', 'bbc.nbib'):
            with self.subTest(name):
                summary = json.loads(self.succeed('cluster', name, '-k', 5, '--label-field',
                                                  'journal', '-q', '--json'))
                self.assertGreaterEqual(summary['evaluation']['accuracy'], .95)

    @unittest.skipUnless(shutil.which('bib2xml'), 'bibutils is not installed')
    def test_what_bibutils_writes(self):
        self.write('x.bib', r'''@article{key1, author={M{\"u}ller, J{\"o}rg and Smith, Anna},
title={The {DNA} of na{\"\i}ve {\AA}ngstr{\"o}m cells: 50\% of {$\alpha$}-helices},
journal={J. Biol.}, year={2020}, month=mar, day=5, abstract={First line of it
continues here.}, keywords={cells; helices}, doi={10.1000/xyz_1}}
@book{key2, editor={Doe, Jane}, title={Bread}, publisher={P}, year={1999}}
@incollection{key3, title={Chapter of oven}, booktitle={The Book}, year={2001}, month={12}}
''')
        seen = {}
        for name, writer in (('x.bib', None), ('x.ris', 'xml2ris'), ('x.enw', 'xml2end'),
                             ('y.bib', 'xml2bib'), ('x.ciw', 'xml2isi')):
            if writer:
                subprocess.run(['sh', '-c', f'bib2xml x.bib | {writer} > {name}'], check=True,
                               cwd=self.folder, stderr=subprocess.DEVNULL)
            self.succeed('vectorize', name, '-o', 'X.mtx')
            seen[name] = self.read('X.mtx'), self.read('X.terms.txt')
        self.assertIn('ångström', seen['x.bib'][1])
        for name, found in seen.items():
            self.assertEqual(found, seen['x.bib'], name)


if __name__ == '__main__':
    support.main()
