"""Values of JSON that are no strings, sequences with separators, dates of CSL; tags in fields."""
import json

import support
from text import TextTest


class Records(TextTest):
    def lines(self, name, records):
        return self.write(name, ''.join(json.dumps(record) + '\n' for record in records))

    def notes(self, name, *arguments):
        return self.run_program('vectorize', name, '-o', 'X.mtx', *arguments)[2]

    def test_arrays(self):
        self.lines('a.jsonl', [{'text': 'oven'}, {'text': list('käse flour'.encode())},
                               {'text': ['butter', 'sugar']}, {'text': ['a', None, ['b', 1]]},
                               {'text': []}, {'text': None}])
        self.assertEqual(self.words('a.jsonl'),
                         ['oven', 'flour käse', 'butter sugar', '1 a b', '', ''])
        err = self.notes('a.jsonl')
        self.assertIn('a.jsonl: 1 field with an array of bytes read as text', err)
        self.assertIn('a.jsonl: 3 fields with lists of texts read as one text each', err)

    def test_one_value_that_is_no_text_is_counted(self):
        for odd in ({'x': 1}, True, [{'x': 1}]):
            self.lines('a.jsonl', [{'text': 'oven'}, {'text': odd}, {'text': 'goal'}])
            self.assertEqual(self.words('a.jsonl'), ['oven', '', 'goal'])
            self.assertIn('1 record of a.jsonl holds neither text nor a list of texts in a text '
                          'field, which is treated as empty; the first is at a.jsonl, line 2',
                          self.notes('a.jsonl'))
        self.lines('a.jsonl', [{'text': {'x': 1}}, {'text': {'x': 2}}])
        self.fail_with(1, ['vectorize', 'a.jsonl', '-o', 'X.mtx'],
                       'must contain text, not an object')

    def test_sequences_with_record_separators(self):
        records = [{'text': 'oven'}, {'text': 'goal'}]
        forms = [''.join(f'\x1e{json.dumps(record)}\n' for record in records),
                 ''.join(f'\x1e{json.dumps(record, indent=2)}\n' for record in records),
                 ''.join(f'data: {json.dumps(record)}\n\n' for record in records)]
        for form in forms:
            for name in ('a.json', 'a.jsonl', 'records'):
                self.write(name, form)
                self.assertEqual(self.words(name), ['oven', 'goal'])

    def test_journals(self):
        self.lines('journal', [
            {'MESSAGE': 'oven', '_PID': '1', '__REALTIME_TIMESTAMP': '1717000000000000'},
            {'MESSAGE': [111, 118, 101, 110, 27, 91], '_PID': '2'},
            {'MESSAGE': ['goal', 'match'], '_PID': ['3', '4']}])
        self.assertEqual(self.words('journal'), ['oven', 'oven', 'goal match'])

    def test_dates_of_csl(self):
        self.lines('a.jsonl', [
            {'title': 'oven', 'issued': {'date-parts': [[2024, 5, 6]]}},
            {'title': 'goal', 'issued': {'date-parts': [['2023', '7']]}},
            {'title': 'match', 'issued': {'date-parts': [[2022]]}},
            {'title': 'comet', 'issued': {'raw': '2021-01-02'}}] * 5)
        self.succeed('cluster', 'a.jsonl', '-k', 2, '-m', 'kmeans', '-q', '-o', 'out',
                     '--text-field', 'title', '--date-field', 'issued', '--period', 'year')
        page = (self.folder / 'out/report.html').read_text()
        for year in ('2021', '2022', '2023', '2024'):
            self.assertIn(f'"{year}"', page)

    def test_dates_that_cannot_be_read_are_a_warning(self):
        self.lines('a.jsonl', [{'text': 'oven', 'issued': {'season': 1}}] * 3)
        for arguments in (('--date-field', 'issued'), ('--date-field', 'text.x')):
            self.assertIn('no document has a date that can be read in the field',
                          self.notes('a.jsonl', *arguments))

    def test_tags_in_fields(self):
        self.skip_without('libxml2', 'x.html', b'<html>')
        texts = ['H<sub>2</sub>O <i>in</i> <b>flour</b>', 'oven<br/>goal &amp; match',
                 '<jats:p>butter</jats:p><p class="x">sugar</p>', 'a < b > c', 'x <y> z', '5<6']
        expected = ['flour h2o in', 'goal match oven', 'butter sugar', 'a b c', 'x y z', '5 6']
        self.lines('a.jsonl', [{'text': text} for text in texts])
        self.write('a.csv', 'text,n\n' + ''.join(
            '"{}",x\n'.format(text.replace('"', '""')) for text in texts))
        for name in ('a.jsonl', 'a.csv'):
            self.assertEqual(self.words(name), expected)
            self.assertIn(f'{name}: 3 texts with HTML tags, read without them', self.notes(name))


if __name__ == '__main__':
    support.main()
