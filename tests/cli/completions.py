"""Completions for bash, fish and zsh."""
import json
import os
import shutil
import subprocess

import support
from support import ProgramTest


class Completions(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write('texts.tsv', 'a')

    def common_options(self):
        """Command lines, and what is offered for the name of an option."""
        options = {name: {option['name'] + '=' for option in
                          json.loads(self.succeed('options', name, '--json'))
                          if option['tier'] == 'common'}
                   for name in ('auto', 'lccf', 'ncut', 'kmeans', 'vectorizer')}
        for line, method in [('cluster x', 'auto'), ('cluster -m lccf x', 'lccf'),
                             ('cluster x --method kmeans', 'kmeans'), ('suggest-k x', 'ncut'),
                             ('vectorize x', 'vectorizer')]:
            yield line, options[method] | options['vectorizer']

    def completions(self, *words):
        """What bash offers for the last word."""
        script = f'''source <("$MANIFACT" completions bash)
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${{#COMP_LINE}}
            _manifact; echo "${{COMPREPLY[@]}}"'''
        return subprocess.run(['bash', '-c', script, 'bash', *words], capture_output=True,
                              text=True, check=True, cwd=self.folder).stdout.split()

    def test_bash_completes_names_of_the_tables(self):
        if shutil.which('bash') is None:
            self.skipTest('there is no bash')
        self.assertEqual(self.completions('manifact', 'clu'), ['cluster'])
        self.assertIn('kmeans', self.completions('manifact', 'cluster', '-m', 'k'))
        self.assertEqual(self.completions('manifact', 'cluster', 'x', '--outl'), ['--outliers'])
        self.assertIn('lambda=', self.completions('manifact', 'cluster', '-s', 'lamb'))
        self.assertIn('merge', self.completions('manifact', 'cluster', '-s', 'start=m'))
        for line, options in self.common_options():
            self.assertEqual(set(self.completions('manifact', *line.split(), '-s', '')), options)
        self.assertEqual(self.completions('manifact', 'cluster', '-s', 'lambda-'),
                         ['lambda-scale='])
        self.assertEqual(self.completions('manifact', 'cluster', '-m', 'kmeans', '-s', 'n'),
                         ['numbers=', 'ngrams='])
        self.assertEqual(self.completions('manifact', 'cluster', 'tex'), ['texts.tsv'])
        self.assertEqual(self.completions('manifact', 'topics', 'mer'), ['merge'])
        self.assertEqual(self.completions('manifact', 'cluster', 'x', '--format', 'mb'), ['mbox'])

    def test_zsh_accepts_its_script(self):
        script = self.succeed('completions', 'zsh')
        self.assertTrue(script.startswith('#compdef manifact\n'))
        self.assertNotIn('@', script.replace('"$@"', ''))
        if shutil.which('zsh') is None:
            self.skipTest('there is no zsh')
        self.write('_manifact', script)
        ask = '''compdef() { true }; source ./_manifact; print -- $(_manifact_methods)
            _describe() { print -- $2 ${(P)4} }; compadd() { print -- "$@" }
            words=(manifact cl) CURRENT=2 _manifact
            words=(manifact cluster --out) CURRENT=3 _manifact
            words=(manifact cluster -s lam) CURRENT=4 _manifact
            compadd() { shift 3; local -a fit=(${(M)@:#${words[CURRENT]}*}); print "< $fit"
                        (( $#fit )) }
            words=(manifact cluster -mkmeans -s n) CURRENT=5 _manifact
            words=(manifact cluster -s lambda-) CURRENT=4 _manifact'''
        found = subprocess.run(['zsh', '-f', '-c', ask], capture_output=True, text=True,
                               cwd=self.folder, env={**os.environ, 'HOME': str(self.folder)})
        self.assertEqual((found.returncode, found.stderr), (0, ''))
        self.assertEqual([line for line in found.stdout.splitlines() if line.startswith('<')],
                         ['< numbers= ngrams=', '< ', '< lambda-scale='])
        for word in 'kmeans', 'cluster:Cluster documents', '--outliers:Leave', 'lambda=':
            self.assertIn(word, found.stdout)

    def test_fish_completes_names_of_the_tables(self):
        script = self.succeed('completions', 'fish')
        self.assertNotIn('@', script)
        if shutil.which('fish') is None:
            self.skipTest('there is no fish')
        self.write('manifact.fish', script)

        def offered(line):
            ask = f'source ./manifact.fish; complete -C "{line}"'
            found = subprocess.run(['fish', '--no-config', '-c', ask], capture_output=True,
                                   text=True, cwd=self.folder,
                                   env={**os.environ, 'HOME': str(self.folder)})
            self.assertEqual((found.returncode, found.stderr), (0, ''))
            return dict(entry.partition('\t')[::2] for entry in found.stdout.splitlines())

        self.assertEqual(offered('manifact clu'),
                         {'cluster': 'Cluster documents given as text or as a matrix'})
        self.assertIn('kmeans', offered('manifact cluster -m k'))
        self.assertNotIn('texts.tsv', offered('manifact cluster -m te'))
        self.assertEqual(list(offered('manifact cluster x --outl')), ['--outliers'])
        self.assertTrue(offered('manifact cluster x --outl')['--outliers'])
        self.assertEqual(offered('manifact evaluate x --outl'), {})
        self.assertIn('lambda=', offered('manifact cluster -s lamb'))
        self.assertIn('start=merge', offered('manifact cluster -s start=m'))
        self.assertIn('update=cd', offered('manifact cluster -s update=c'))
        for line, options in self.common_options():
            self.assertEqual(set(offered(f'manifact {line} -s ')), options, line)
        self.assertEqual(set(offered('manifact cluster -s lambda-')), {'lambda-scale='})
        self.assertIn('english', offered('manifact cluster --language eng'))
        self.assertIn('texts.tsv', offered('manifact cluster tex'))
        self.assertIn('texts.tsv', offered('manifact cluster x --labels tex'))
        self.assertEqual(list(offered('manifact topics mer')), ['merge'])
        self.assertEqual(list(offered('manifact help vec')), ['vectorize'])
        self.assertEqual(list(offered('manifact options vec')), ['vectorizer'])
        self.assertIn('mbox', offered('manifact cluster x --format mb'))


if __name__ == '__main__':
    support.main()
