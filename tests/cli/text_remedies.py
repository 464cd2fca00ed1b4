"""What is said of files whose documents are not where they seem, and the commands for them."""
import gzip
import json

import support
import text
from remedies_support import RemedyTest

WORDS = ('flour oven dough butter kitchen sugar', 'goal keeper team match ball referee')


def lines_of(count, form='{}\n', between=''):
    """Words of documents, one a line: `form` makes each line, `between` follows a document."""
    return ''.join(''.join(form.format(word) for word in WORDS[i % 2].split()) + between
                   for i in range(count))


class TextRemedyTest(RemedyTest, text.TextTest):
    def words_of(self, name, *options):
        self.succeed('vectorize', name, '-q', *text.AS_WRITTEN, *options)
        self.ids, _, _, counts = self.written()
        return [' '.join(sorted(word for document, word in counts if document == identity))
                for identity in self.ids]

    def expected(self, count):
        return [' '.join(sorted(WORDS[i % 2].split())) for i in range(count)]


class WordsOnLines(TextRemedyTest):
    def check(self, name, content, pattern, count=12):
        self.need('awk')
        for ending in ('\n', '\r\n'):
            self.write(name, content.replace('\n', ending).encode())
            self.shell(self.command(pattern + r': (awk .*)$', 'cluster', name, '-k', 2))
            self.assertEqual(self.words_of(f'{name}.tsv'), self.expected(count))

    def test_texts_between_tags(self):
        for name, form, begin in (('a b.vrt', '{0}\tNN\t{0}\n', ''), ('a.txt', '{}\n', ''),
                                  ('a.tsv', '{0}\tNN\n', '<?xml version="1.0"?>\n<corpus>\n')):
            with self.subTest(name):
                content = ''.join(f'<text id="d{i}">\n<s>\n{words}</s>\n</text>\n' for i, words in
                                  enumerate(lines_of(12, form, '|').split('|')[:12]))
                self.check(name, begin + content, 'convert it')
        content = lines_of(12, '{}\tNN\n', '</s>\n<s>\n')
        self.check('s.vrt', '<s>\n' + content, 'make each sentence a document')

    def test_words_with_tags(self):
        sentences = [lines.rstrip('\n') + '\n' for lines in
                     lines_of(12, '{0}\tNN\t{0}\n', '|').split('|')[:12]]
        self.check('a.tsv', '.\tSENT\t.\n'.join(sentences), 'or a tag such as SENT')
        self.check('b.txt', '\n'.join(sentences), 'or a tag such as SENT')

    def test_tags_of_entities(self):
        content = lines_of(12, '{}\tO\n', '\n').replace('keeper\tO', 'keeper\tB-PER')
        self.check('a.tsv', content, 'up to a blank line, a document')
        content = '-DOCSTART- -X- O\n\n' + lines_of(12, '{} NN O\n', '\n-DOCSTART- -X- O\n\n')
        self.check('b.txt', content.replace('oven NN O\n', 'oven NN O\n\n'), 'convert it')

    def test_codes_like_tags_are_read(self):
        for cells in (('S-Bahn', 'U-Bahn'), ('E-1001', 'E-1002'), ('O', 'O'), ('O', 'B-1')):
            self.write('a.tsv', ''.join(f'{("flour", "goal")[i % 2]}\t{cells[i % 2]}\n'
                                        for i in range(60)))
            self.assertNotIn('IOB', self.said('vectorize', 'a.tsv', '-o', 'X.mtx'))

    def test_documents_of_conllu(self):
        word = '\t'.join('{} {} {} NOUN NN _ 0 root _ _'.split())
        content = ''
        for i in range(12):
            words = WORDS[i % 2].split()
            content += f'# newdoc id = d{i}\n'
            for half in (words[:2], words[2:]):
                content += '# text = ' + ' '.join(half) + '\n'
                content += ''.join(word.format(j + 1, one, one) + '\n'
                                   for j, one in enumerate(half)) + '\n'
        self.check('a.conllu', content, 'convert it')

    def test_other_lines_of_one_word_are_read(self):
        tagged = 'B-PER\tflour oven\nO\tgoal keeper\n' * 6
        table = 'name\tkind\tcomment\n' + 'ann\tA\tann\n' * 12
        for name, content in (('a.tsv', tagged), ('b.tsv', lines_of(12, '{} oven\n')),
                              ('c.tsv', table.replace('\tann\n', '\tgoal keeper\n'))):
            self.write(name, content)
            self.assertGreater(len(self.words_of(name)), 1)


class DocumentsOfOneFile(TextRemedyTest):
    def check(self, name, content, program):
        self.need(program)
        self.write(name, content)
        self.shell(self.command(rf': ({program} .*)$', 'cluster', name, '-k', 2))
        made = f'{name}.tsv' if program == 'awk' else f'{name}.csv'
        self.assertEqual(self.words_of(made), self.expected(12))
        (self.folder / 'in').mkdir(exist_ok=True)
        (self.folder / 'in' / name).write_text(content)
        self.succeed('vectorize', 'in', '-o', 'Y.mtx', '-q')  # a member is read

    def test_feeds(self):
        items = ''.join(f'<item><title>{words.split()[0]}</title><description>&lt;p&gt;'
                        f'{" ".join(words.split()[1:])}&lt;/p&gt;</description></item>\n'
                        for words in WORDS * 6)
        head = '<?xml version="1.0"?>\n<!-- <posts> -->\n'
        self.check('a.rss', f'{head}<rss version="2.0"><channel><title>x</title>{items}'
                   '</channel></rss>', 'python3')
        entries = items.replace('item>', 'entry>').replace('description>', 'summary>')
        self.check('a.xml', f'{head}<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title>'
                   f'{entries}</feed>', 'python3')

    def test_corpora_in_xml(self):
        texts = ''.join(f'<TEI xml:id="d{i}"><teiHeader><title>x</title></teiHeader><text><p>'
                        f'{words}</p></text></TEI>\n' for i, words in enumerate(WORDS * 6))
        self.check('a.xml', f'<teiCorpus xmlns="http://www.tei-c.org/ns/1.0">{texts}</teiCorpus>',
                   'python3')
        rows = ''.join(f'  <row Id="{i}" Body="&lt;p&gt;{words}&lt;/p&gt;" />\n'
                       for i, words in enumerate(WORDS * 6))
        self.check('Posts.xml', f'\ufeff<?xml version="1.0"?>\n<posts>\n{rows}</posts>\n',
                   'python3')

    def test_subtitles(self):
        for ending in ('\n', '\r\n'):
            lines = ''.join(f'{i + 1}\n00:00:{i:02}.000 --> 00:00:{i + 1:02}.000\n<i>{words}</i>\n'
                            '\n' for i, words in enumerate(WORDS * 6)).replace('\n', ending)
            self.check('a.srt', lines, 'awk')
            self.check('a.vtt', f'WEBVTT{ending}{ending}{lines}', 'awk')


    def test_each_of_several_is_one_document(self):
        feed = ('<?xml version="1.0"?><rss version="2.0"><channel>'
                '<item><title>{0}</title></item><item><title>{0}</title></item></channel></rss>')
        times = '{0:02}:00.000 --> 00:{0:02}:01.000\n'
        for ending, form in (('xml', feed), ('vtt', 'WEBVTT\n\n00:' + times + '{1}\n'),
                             ('srt', '1\n00:00:01,000 --> 00:00:02,000\n{0}\n')):
            names = [f'{i}.{ending}' for i in range(12)]
            for i, name in enumerate(names):
                words = WORDS[i % 2]
                self.write(name, form.format(i, words) if ending == 'vtt' else form.format(words))
            self.succeed('cluster', *names, '-k', 2, '-q', '-o', 'out', '--force')
            labels = (self.folder / 'out/labels.txt').read_text().split()
            self.assertEqual(len(labels), 12)
            said = self.said('cluster', names[0], '-k', 2)
            self.assertIn('--format file reads the file as one document', said)
            options = [] if ending == 'xml' else ['--format', 'file']
            self.succeed('assign', 'out/model.manifact', names[0], *options, '-q')


class NestedJson(TextRemedyTest):
    def check(self, name, content, note, ids=None):
        self.write(name, content if isinstance(content, str) else json.dumps(content))
        self.assertIn(note, self.said('vectorize', name, *text.AS_WRITTEN))
        self.assertEqual(self.words_of(name), self.expected(12))
        if ids:
            self.assertEqual(self.ids, ids)

    def posts(self, field):
        return [{'id': f'd{i}', field: WORDS[i % 2]} for i in range(12)]

    def test_fields_of_the_only_object_with_a_text(self):
        ids = [f'd{i}' for i in range(12)]
        tweets = [{'tweet': {'full_text': post['text'], 'id': post['id']}}
                  for post in self.posts('text')]
        self.check('a.json', tweets, 'text: tweet.full_text, id: tweet.id', ids)
        self.check('b.jsonl', ''.join(json.dumps(one) + '\n' for one in tweets),
                   'text: tweet.full_text', ids)
        listing = {'kind': 'Listing', 'data': {'after': None, 'children': [
            {'kind': 't3', 'data': post} for post in self.posts('selftext')]}}
        self.check('reddit.json', listing, 'text: data.selftext, id: data.id', ids)
        hits = {'took': 1, 'hits': {'total': 12, 'hits': [
            {'_index': 'a', '_id': post['id'], '_source': {'body': post['body']}}
            for post in self.posts('body')]}}
        self.check('hits.json', hits, 'text: _source.body, id: _id', ids)

    def test_two_objects_with_a_text_are_no_choice(self):
        record = {'post': {'text': 'goal'}, 'reply': {'text': 'oven'}}
        self.write('a.json', json.dumps([record] * 9))
        self.assertIn('the field "post" must contain text, not an object',
                      self.said('vectorize', 'a.json', '-o', 'X.mtx'))

    def test_a_short_text_of_the_record_is_its_text(self):
        records = [{'id': i, 'body': WORDS[i % 2].split()[0], 'reply': {'text': WORDS[i % 2]}}
                   for i in range(12)]
        self.write('a.jsonl', ''.join(json.dumps(one) + '\n' for one in records))
        self.assertEqual(self.words_of('a.jsonl'), [one['body'] for one in records])

    def test_maps_of_ids(self):
        self.need('jq')
        texts = {f'd{i}': WORDS[i % 2] + f' {i}' for i in range(12)}
        for content in (texts, {key: {'text': value} for key, value in texts.items()}):
            for indent in (None, 1):
                self.write('a b.json', json.dumps(content, indent=indent))
                command = self.command(r'these are ids, convert the file: (jq .* > NEW\.jsonl)',
                                       'cluster', 'a b.json', '-k', 2)
                self.shell(command.replace('NEW.jsonl', 'new.jsonl'))
                found = [one.split() for one in self.words_of('new.jsonl')]
                self.assertEqual([' '.join(word for word in words if not word.isdigit())
                                  for words in found], self.expected(12))
                self.assertEqual(self.ids, list(texts))

    def test_posts_of_an_archive_in_javascript(self):
        self.need('sed')
        tweets = [{'tweet': {'full_text': WORDS[i % 2]}} for i in range(12)]
        self.write('tweets.js', 'window.YTD.tweets.part0 = ' + json.dumps(tweets, indent=1))
        self.shell(self.command('convert it: (sed .*)$', 'cluster', 'tweets.js', '-k', 2))
        self.assertEqual(self.words_of('tweets.js.json'), self.expected(12))


class NumbersInJson(TextRemedyTest):
    """Each command that is printed for numbers in JSON is run to its end."""

    def follow(self, name, content, pattern):
        """Runs the command in the message on a file; the documents of the clusters."""
        self.need('jq')
        self.write(name, content if isinstance(content, bytes) else content.encode())
        command = self.command(pattern + r'(?:jq|zcat) .*? && manifact cluster NEW[^;\n]*)',
                               'cluster', name, '-k', 2)
        self.shell(command + ' -k 2 -q -o out --force -s seed=1')
        return (self.folder / 'out/labels.txt').read_text().split()

    def lines(self, records):
        return ''.join(json.dumps(record) + '\n' for record in records)

    def forms(self, records):
        """Names and contents of the ways to write these records."""
        return (('a.jsonl', self.lines(records)), ('a b.json', json.dumps(records, indent=1)),
                ('c.jsonl', gzip.compress(self.lines(records).encode())))

    def made(self, name='NEW.jsonl'):
        text_made = (self.folder / name).read_text()
        return [json.loads(line) for line in text_made.splitlines()] if 'jsonl' in name else \
            text_made.splitlines()

    def test_maps_of_ids_to_vectors_or_columns(self):
        vectors = {f'd{i}': [i % 2, 0.5 + i, 10 * (i % 2)] for i in range(12)}
        for name, content in (('v.json', json.dumps(vectors)),
                              ('a b.json', json.dumps([vectors], indent=1)),
                              ('c', gzip.compress(json.dumps(vectors).encode()))):
            self.follow(name, content, 'if these are ids, each with a vector: (')
            self.assertEqual(self.made(),
                             [{'id': key, 'vector': row} for key, row in vectors.items()])
        self.assertIn('if these are ids', self.said('cluster', 'v.json', '--vector-field', 'd0',
                                                    '-k', 2))
        columns = {'b': [1.5, 2, 3, 9, 9.5], 'a': [4, 5, 6.5, 20, 21]}
        for name, content in (('a.json', json.dumps(columns)), ('b.json', json.dumps([columns]))):
            labels = self.follow(name, content, 'if they are columns: (')
            self.assertTrue(support.same_groups(labels, [0, 0, 0, 1, 1]), labels)
            self.assertEqual(self.made('NEW.csv')[:2], ['"b","a"', '1.5,4'])

    def test_lists_of_other_lengths_are_no_vectors(self):
        for content in (self.lines([{'id': 1, 'tokens': [5, 6]}, {'id': 2, 'tokens': [7, 8, 9]}]),
                        json.dumps({'a': [1, 2, 3], 'b': [4, 5]}),
                        json.dumps({'data': [[1, 2], [3, 4]], 'target': [0, 1]})):
            self.write('a.json', content)
            said = self.said('cluster', 'a.json', '-k', 2)
            self.assertIn('no field "text"', said)
            self.assertNotIn('takes the numbers', said)
            self.assertNotIn('NEW', said)
        self.write('a.jsonl', self.lines({'id': i, 'v': [i, 2, 3]} for i in range(3)))
        self.assertIn('--vector-field v takes the numbers of each record',
                      self.said('cluster', 'a.jsonl', '-k', 2))

    def test_counts_of_words(self):
        records = [{'id': f'd{i}', 'counts': {word: 2 for word in WORDS[i % 2].split()}}
                   for i in range(12)]
        for name, content in self.forms(records):
            labels = self.follow(name, content, 'if these are counts of words, .*?: (')
            self.assertTrue(support.same_groups(labels, [i % 2 for i in range(12)]), labels)
            self.assertEqual(self.made()[1], {'id': 'd1', 'text': ' '.join(
                word + ' ' + word for word in WORDS[1].split())})
        counts = {record['id']: record['counts'] for record in records}
        for name, content in (('m.json', json.dumps(counts)), ('n.json', json.dumps([counts]))):
            labels = self.follow(name, content, 'if these are ids with counts of words, .*?: (')
            self.assertTrue(support.same_groups(labels, [i % 2 for i in range(12)]), labels)
            self.assertEqual([one['id'] for one in self.made()], list(counts))
        self.write('one.json', '{"great":12,"slow":3}')
        said = self.said('cluster', 'one.json', '-k', 2)
        self.assertNotIn('pandas', said)
        self.assertNotIn('NEW', said)

    def test_features_within_objects(self):
        records = [{'id': f'd{i}', 'features': {'a': 2.5 + 9 * (i % 2), 'b': {'c': [i, -i]}}}
                   for i in range(12)]
        for name, content in self.forms(records):
            self.follow(name, content, 'numbers are read from a table: (')
            self.assertEqual(self.made('NEW.csv')[:3], [
                '"features.a","features.b.c.0","features.b.c.1","id"', '2.5,0,0,"d0"',
                '11.5,1,-1,"d1"'])
        rows = {record['id']: {'b': record['features']['a'], 'a': i}
                for i, record in enumerate(records)}
        self.follow('m.json', json.dumps(rows), 'if these are ids, convert the file: (')
        self.assertEqual(self.made('NEW.csv')[:2], ['"id","b","a"', '"d0",2.5,0'])
        records[1]['features'].pop('a')
        self.write('b.jsonl', self.lines(records))  # a table would lack a cell
        self.assertNotIn('table', self.said('cluster', 'b.jsonl', '-k', 2))

    def test_tables_by_pandas(self):
        try:
            import pandas
        except ImportError:
            pandas = None
        flat = [{'x': 1.5 + 9 * (i % 2), 'z': i} for i in range(12)]
        columns = {key: {str(i): one[key] for i, one in enumerate(flat)} for key in ('x', 'z')}
        for content in (flat, columns, [list(one.values()) for one in flat]):
            self.write('a.json', json.dumps(content))
            self.assertIn('pandas writes one with to_csv(index=False)',
                          self.said('cluster', 'a.json', '-k', 2))
            if pandas:
                pandas.read_json(self.folder / 'a.json').to_csv(self.folder / 'n.csv', index=False)
                self.succeed('cluster', 'n.csv', '-k', 2, '-q')


if __name__ == '__main__':
    support.main()
