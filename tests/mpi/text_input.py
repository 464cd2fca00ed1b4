#!/usr/bin/env python3
"""Text that the ranks read in parts has the counts, names and places that one process finds."""
import csv
import gzip
import json
import os
import random
import subprocess
import zipfile

from mpirun import ALONE, RanksTest, support

TEXT_COUNTS = os.environ['TEXT_COUNTS']
BBC = support.SHARED / 'data' / 'bbc_news' / 'docs.tsv.gz'


def varied_texts(count=200):
    """Texts of unequal lengths with inflected words, some of them rare, and a few empty texts."""
    random.seed(5)
    stems = ['connect', 'argue', 'market', 'play', 'cluster', 'factor', 'graph', 'cook']
    words = [stem + ending for stem in stems for ending in ('', 's', 'ing', 'ed')]
    words += [f'rare{i}' for i in range(150)] + ['the', 'and', 'naïve', 'Straße', '東京都']
    return [' '.join(random.choices(words, k=random.choice((0, 3, 8, 40))))
            for _ in range(count)]


class TextInput(RanksTest):
    def counts_of(self, ranks, path, *settings):
        """Of the library; 0 ranks: in one process."""
        code, out, err = self.run_ranks(max(ranks, 1), TEXT_COUNTS,
                                        'divided' if ranks else 'alone', path, *settings)
        self.assertEqual(code, 0, err)
        first, *lines = out.splitlines()
        terms = [line for line in lines if line.startswith('term ')]
        entries = [tuple(map(int, line.split())) for line in lines if not line.startswith('term ')]
        return first, terms, sorted(entries)

    def test_counts(self):
        path = self.write('texts.txt', ''.join(f'{text}\n' for text in varied_texts()))
        for settings in ([], ['min-df=3', 'max-df=0.3'], ['stemming=yes'], ['min-df=1000'],
                         ['ngrams=3', 'stemming=yes', 'min-df=2'],
                         ['stop-words=none', 'ngrams=2', 'accents=remove']):
            alone = self.counts_of(0, path, *settings)
            self.assertGreater(len(alone[1]), 20)
            for ranks in (1, 2, 3, 8):
                with self.subTest(settings=settings, ranks=ranks):
                    self.assertEqual(self.counts_of(ranks, path, *settings), alone)

    def test_fewer_texts_than_ranks(self):
        path = self.write('texts.txt', 'market prices\nprices fall\n\n')
        self.assertEqual(self.counts_of(8, path), self.counts_of(0, path))

    def results(self, ranks, *arguments):
        """Rows of clusters.csv, the summary and the titles; 0 ranks: of the program for one
        process."""
        folder = f'out{ranks}'
        arguments = [*map(str, arguments), '-o', folder, '--json', '-q', '--force']
        if ranks:
            out = self.cluster(ranks, *arguments)
        else:
            out = subprocess.run([ALONE, 'cluster', *arguments], cwd=self.folder, check=True,
                                 capture_output=True, text=True).stdout
        with open(self.folder / folder / 'clusters.csv', newline='') as file:
            rows = list(csv.DictReader(file))
        topics = json.loads((self.folder / folder / 'topics.json').read_text())
        return rows, json.loads(out), [topic.get('title') for topic in topics]

    def compare(self, *arguments, ranks=(3,)):
        """Everything but rounded numbers is the same as in one process, except that clusters may
        have other numbers."""
        arguments = [*arguments, '-k', 3, '-m', 'spherical-kmeans']
        rows, summary, titles = self.results(0, *arguments)
        for size in ranks:
            with self.subTest(arguments=arguments, ranks=size):
                own_rows, own, own_titles = self.results(size, *arguments)
                for name in ('document', 'id', 'label', 'date'):
                    self.assertEqual([row.get(name) for row in own_rows],
                                     [row.get(name) for row in rows])
                pairs = {(int(row['cluster']), int(other['cluster']))
                         for row, other in zip(own_rows, rows)}
                self.assertEqual(len(pairs), 3)
                for key in ('n_documents', 'n_terms', 'evaluation'):
                    self.assertEqual(own.get(key), summary.get(key), key)
                for cluster, other in pairs:
                    self.assertEqual(own['sizes'][cluster], summary['sizes'][other])
                    self.assertEqual(set(own['top_terms'][cluster]),
                                     set(summary['top_terms'][other]))
                    self.assertEqual(own_titles[cluster], titles[other])

    def test_tsv(self):
        text = support.tsv(support.topic_texts(30))
        self.compare(self.write('news.tsv', text), ranks=(1, 3, 8))
        self.compare(self.write('returns.tsv', text.replace('\n', '\r\n')))
        self.compare(self.write('cut.tsv', '\ufeff' + text.rstrip('\n')))
        self.compare(self.write('long.tsv', text + 'space\t' + 'orbit rocket ' * 20000 + '\n'))

    def test_tables(self):
        pairs = support.topic_texts(30)
        rows = ''.join(f'd{i}\t{label}\t2024-0{1 + i % 4}-01\t{text}\n'
                       for i, (label, text) in enumerate(pairs))
        self.compare(self.write('table.tsv', 'id\tlabel\tdate\ttext\n' + rows))
        self.compare(self.write('fields.tsv', 'name\tclass\twhen\tbody\n' + rows), '--id-field',
                     'name', '--label-field', 'class', '--text-field', 'body')
        quoted = ''.join(f'd{i};{label};"{text}\n""and"" more; of {label}"\n\n'
                         for i, (label, text) in enumerate(pairs))
        self.compare(self.write('quoted.csv', 'id;label;text\n' + quoted))
        escaped = quoted.replace('""and""', '\\"and\\"')
        self.compare(self.write('escaped.csv', '\ufeffid;label;text\n' + quoted + escaped))

    def json_lines(self, count=30):
        return [json.dumps({'id': f'd{i}', 'section': label, 'title': text.split()[0],
                            'body': text, 'date': f'2024-0{1 + i % 4}-01', 'extra': [1, {'a': 2}]})
                for i, (label, text) in enumerate(support.topic_texts(count))]

    def test_json_lines(self):
        lines = self.json_lines()
        lines[3] = ''
        path = self.write('news.jsonl', '\n'.join(lines))
        self.compare(path)
        self.compare(path, '--text-field', 'title,body', '--label-field', 'section')
        # The fields are chosen by the first records of the file, also for parts without them.
        lines = self.json_lines(60)
        lines[120:] = [json.dumps({'body': json.loads(line)['body'], 'text': 'no'})
                       for line in lines[120:]]
        self.compare(self.write('other.jsonl', '\n'.join(lines)))

    def test_read_by_the_first_rank(self):
        text = support.tsv(support.topic_texts(30)) + 'space\torbit Mondlandung über\n'
        self.compare(self.write('news.tsv.gz', gzip.compress(text.encode())))
        self.compare(self.write('latin.tsv', text.encode('latin-1')))
        self.compare(self.write('wide.tsv', text.encode('utf-16')))
        records = [json.loads(line) for line in self.json_lines()]
        self.compare(self.write('news.json', json.dumps(records)))
        self.compare(self.write('pretty.json', '\n'.join(json.dumps(record, indent=1)
                                                         for record in records)))
        self.write('counts.svm', support.svmlight(support.block_counts(documents=30)))
        self.compare('counts.svm')
        self.compare('news.tsv.gz', 'latin.tsv')

    def test_modules(self):
        with zipfile.ZipFile(self.folder / 'news.zip', 'w') as archive:
            for i, (label, text) in enumerate(support.topic_texts(30)):
                archive.writestr(f'{label}/{i}.html', f'<p>{text}</p>')
        err = subprocess.run([ALONE, 'vectorize', 'news.zip', '-o', 'X.npz'], cwd=self.folder,
                             capture_output=True, text=True).stderr
        for library in ('libarchive', 'libzip'):
            if library in err:
                self.skipTest(f'the program was built without {library}')
        self.compare('news.zip', '--memberships', 'npz')
        for folder in ('out0', 'out3'):
            with zipfile.ZipFile(self.folder / folder / 'memberships.npz') as archive:
                self.assertIn(b"'shape': (90, 3)", archive.read('memberships.npy'))

    def test_language(self):
        pairs = [(label, f'der und die {text} ist nicht gegangen, sondern das Wetter war schön')
                 for label, text in support.topic_texts(30)]
        path = self.write('news.tsv', support.tsv(pairs))
        self.compare(path, '--language', 'auto', '-s', 'stemming=yes')
        self.compare(path, '--language', 'german', '--stop-words',
                     self.write('words.txt', 'wetter\n'))

    def test_bbc_news(self):
        if not BBC.exists():
            self.skipTest('bbc_news is not there')
        path = self.write('bbc.tsv', gzip.decompress(BBC.read_bytes()))
        arguments = [path, '-k', 5, '-m', 'kmeans', '-s', 'restarts=2', '-s', 'stemming=yes']
        alone = self.results(0, *arguments)
        own = self.results(3, *arguments)
        for key in ('n_documents', 'n_terms'):
            self.assertEqual(own[1][key], alone[1][key])
        self.assertGreater(own[1]['evaluation']['nmi'], .5)
        self.assertTrue(all(own[2]))
        self.assertEqual([row['label'] for row in own[0]], [row['label'] for row in alone[0]])

    def test_model_opens_alone(self):
        path = self.write('news.tsv', support.tsv(support.topic_texts(30)))
        self.cluster(3, path, '-k', 3, '-o', 'out', '-q')
        subprocess.run([ALONE, 'assign', 'out/model.manifact', path, '-o', 'new.csv', '-q'],
                       cwd=self.folder, check=True)
        with open(self.folder / 'new.csv', newline='') as file:
            assigned = [row['topic'] for row in csv.DictReader(file)]
        labels = (self.folder / 'out' / 'labels.txt').read_text().split()
        self.assertEqual(assigned, labels)


class Failures(RanksTest):
    def test_bad_line(self):
        lines = [json.dumps({'text': text}) for _, text in support.topic_texts(40)]
        for number in (2, 50, 119):
            for bad, part in (('{"text": 1', 'column'), ('[1]', 'array'), ('7', 'JSON object')):
                broken = lines[:number - 1] + [bad] + lines[number:]
                path = self.write('bad.jsonl', '\n'.join(broken) + '\n')
                for ranks in (1, 4):
                    with self.subTest(number=number, bad=bad, ranks=ranks):
                        self.refused(ranks, ['cluster', path, '-k', 3, '-o', 'out'], 'rank ',
                                     f'bad.jsonl, line {number}', part)

    def test_record_without_text(self):
        """A document of its own, as of one process; a warning names the rank and the line."""
        lines = [json.dumps({'text': text}) for _, text in support.topic_texts(40)]
        lines[110] = '{"text": {}}'
        path = self.write('bad.jsonl', '\n'.join(lines) + '\n')
        for ranks, rank in ((1, ''), (4, 'rank 3: ')):
            with self.subTest(ranks=ranks):
                code, _, err = self.run_ranks(ranks, support.PROGRAM, 'cluster', path, '-k', 3,
                                              '-o', 'out', '--force')
                self.assertEqual(code, 0, err)
                self.assertIn(f'warning: {rank}1 record of bad.jsonl holds neither text', err)
                self.assertIn('the first is at bad.jsonl, line 111', err)
                self.assertEqual(len(self.labels('out/labels.txt')), len(lines))

    def test_first_of_several_bad_lines(self):
        lines = [json.dumps({'text': text}) for _, text in support.topic_texts(100)]
        lines[200] = lines[290] = '{'
        path = self.write('bad.jsonl', '\n'.join(lines))
        self.refused(4, ['cluster', path, '-k', 3], 'rank 2: bad.jsonl, line 201')

    def test_bad_record_of_a_table(self):
        rows = [f'{i},{text}' for i, (_, text) in enumerate(support.topic_texts(40))]
        rows[110] += ',more'
        path = self.write('bad.csv', '\n'.join(['id,text', *rows]))
        self.refused(4, ['cluster', path, '-k', 3, '-o', 'out', '-q'], 'rank 3: bad.csv, line 112',
                     '3 fields')
        rows[110] = '90,"never closed'
        path = self.write('bad.csv', '\n'.join(['id,text', *rows]))
        self.refused(4, ['cluster', path, '-k', 3, '-o', 'out', '-q'], 'bad.csv, line 112',
                     'closed')

    def test_other_input(self):
        path = self.write('news.tsv', support.tsv(support.topic_texts(12)))
        self.refused(3, ['cluster', 'none.tsv', '-k', 3, '-o', 'out'], 'none.tsv')
        self.refused(3, ['cluster', self.write('empty.tsv', ''), '-k', 3, '-o', 'out'], 'empty.tsv')
        self.refused(3, ['cluster', path, '-k', 3, '-s', 'min-df=x'], 'min-df')
        self.refused(3, ['cluster', path, '-k', 3, '--text-field', 'body'], 'body')
        self.refused(3, ['cluster', path, '-k', 99, '-o', 'out'], '99')
        stops = self.write('stop.tsv', 'a\tthe and\n' * 9)
        self.refused(3, ['cluster', stops, '-k', 2], 'no term')
        self.refused(3, ['cluster', self.counts(), '-k', 2, '--language', 'german'], 'language')
        points = self.write('points.csv', '1,2\n3,4\n' * 20)
        self.refused(3, ['cluster', points, '-k', 2], 'dense')

    def test_more_than_the_header(self):
        """A remark of one rank names the line; a remark of all is printed once."""
        rows = [f'{i},{text}' for i, (_, text) in enumerate(support.topic_texts(40))]
        rows[90] = '90'
        path = self.write('short.csv', '\n'.join(['id,text', *rows]))
        code, _, err = self.run_ranks(4, support.PROGRAM, 'cluster', path, '-k', 3)
        self.assertEqual(code, 0)
        self.assertIn('line 92', err)
        path = self.write('plain.csv', '\n'.join(['id,label,text'] + [
            f'{i},,{text}' for i, (_, text) in enumerate(support.topic_texts(40))]))
        code, _, err = self.run_ranks(4, support.PROGRAM, 'cluster', path, '-k', 3,
                                      '--label-field', 'label')
        self.assertEqual(err.count('no document has a label'), 1)


if __name__ == '__main__':
    support.main()
