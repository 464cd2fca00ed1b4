"""What stands for a missing value, a label, a date or a class, in files of labels and in inputs."""
import json
import re
import sqlite3

import support
from support import ProgramTest, block_counts, csv, same_groups, topic_texts

N, K = 36, 3
UNKNOWN = ('-1', '-1.0', '-1.000000000000000000e+00', '-1.00000000e+00', 'nan', 'NaN', '-nan', 'NA',
           'N/A', '#N/A', 'NULL', 'None', '<NA>', '""', '?', '-', '1.#QNAN', 'unknown', 'Unknown',
           '"UNKNOWN"', 'unlabeled', '(blank)', 'na', '--', '.', '*', '')


class LabelsTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.counts()

    def fit(self, *arguments, name='counts.mtx', method='rcf'):
        """The summary and what was said."""
        code, out, err = self.run_program('cluster', name, '-k', K, '-m', method, '--json',
                                          *arguments)
        self.assertEqual(code, 0, err)
        return json.loads(out), err

    def texts(self, ids, labels=None, quote=''):
        """A table of the texts of three topics in turn."""
        rows = [f'{quote}{text}{quote}' for _, text in topic_texts()]
        head = 'id,text' + (',label' if labels else '')
        lines = [f'{ids[i]},{row}' + (f',{labels[i]}' if labels else '')
                 for i, row in enumerate(rows)]
        self.write('texts.csv', '\n'.join([head] + lines) + '\n')


class Unknown(LabelsTest):
    def test_every_spelling_is_unknown(self):
        for word in UNKNOWN:
            for known in ('{}', '{}.0', '{}.000000000000000000e+00', '"class {}"'):
                labels = [known.format(i % K + 1) if i < 9 else word for i in range(N)]
                self.write('l.txt', '\n'.join(labels) + '\n')
                summary, err = self.fit('--labels', 'l.txt')
                counts = [summary['constraints'][key] for key in ('n_labeled', 'n_classes')]
                self.assertEqual(counts, [9, 3], (word, known))
                self.assertIn('l.txt: 9 labels of 3 classes, unknown for 27 of 36 documents', err)

    def test_the_words_are_shown(self):
        self.write('l.txt', 'a\nb\n' + 'unknown\n' * 10 + 'NA\n' * (N - 12))
        _, err = self.fit('--labels', 'l.txt')
        self.assertIn('unknown for 34 of 36 documents (unknown, NA)', err)

    def test_a_header_of_an_unknown_name_has_a_remedy(self):
        self.write('l.txt', 'is_food\n' + 'x\ny\n' * (N // 2))
        self.fail_with(1, ['cluster', 'counts.mtx', '-k', K, '-m', 'rcf', '--labels', 'l.txt'],
                       'if its first line, "is_food", is a header, remove it: tail -n +2 l.txt')

    def test_rows_are_counted_from_1_if_the_last_one_is_their_number(self):
        expected = [i % K for i in range(N)]
        for base in (0, 1):
            self.write('l.csv', 'id,label\n' + ''.join(
                f'{i + base},c{expected[i]}\n' for i in range(N)))
            summary, err = self.fit('--labels', 'l.csv', '-o', 'out')
            self.assertIn(f'its numbers are the rows of the documents, counted from {base}', err)
            self.assertEqual(summary['constraints']['n_labeled'], N)
            self.assertTrue(same_groups(self.labels('out/labels.txt'), expected))
        self.write('l.csv', f'id,label\n0,a\n{N},b\n')
        self.fail_with(1, ['cluster', 'counts.mtx', '-k', K, '-m', 'rcf', '--labels', 'l.csv'],
                       f'document {N} is not one of 0 to {N - 1}')

    def test_labels_are_read_from_databases(self):
        with sqlite3.connect(self.folder / 'l.db') as database:
            database.execute('create table labels (id text, label text)')
            database.executemany('insert into labels values (?, ?)',
                                 [(str(i), f'c{i % K}' if i < 9 else None) for i in range(N)])
        summary, err = self.fit('--labels', 'l.db')
        self.assertIn('table labels of l.db is read', err)
        self.assertEqual(summary['constraints']['n_labeled'], 9)

    def test_a_quoted_marker_is_a_class(self):
        self.write('l.txt', '"NA"\n"US"\n' + 'NA\n' * (N - 2))
        summary, _ = self.fit('--labels', 'l.txt')
        self.assertEqual(summary['constraints']['classes'], ['NA', 'US'])

    def test_missing_sets_the_words(self):
        self.write('l.txt', 'a\nb\n' + 'unsure\n' * (N - 2))
        self.assertEqual(self.fit('--labels', 'l.txt')[0]['constraints']['n_classes'], 3)
        summary, _ = self.fit('--labels', 'l.txt', '--missing', 'NA,unsure')
        self.assertEqual(summary['constraints']['classes'], ['a', 'b'])

    def test_zero_and_another_word_are_refused(self):
        for word in ('-1.0', 'nan', 'NA'):
            self.write('l.txt', f'0.0\n1.0\n{word}\n' + '2.0\n' * (N - 3))
            self.fail_with(1, ['cluster', 'counts.mtx', '-k', K, '-m', 'rcf', '--labels', 'l.txt'],
                           'l.txt has both 0 and', 'classes begin at 1')

    def test_evaluate_leaves_them_out_and_counts_them(self):
        for word in UNKNOWN[:-1]:
            self.write('true.txt', f'0.0\n1.000e+00\n{word}\n2\n')
            self.write('found.txt', '5\n6\n5\n7\n')
            code, out, err = self.run_program('evaluate', 'true.txt', 'found.txt', '--json')
            self.assertEqual(code, 0, err)
            self.assertEqual(json.loads(out)['accuracy'], 1, word)
            self.assertIn('true.txt: 1 of 4 documents without a class (left out)', err)

    def evaluated(self, true, found):
        self.write('true.txt', true)
        self.write('found.txt', found)
        code, out, err = self.run_program('evaluate', 'true.txt', 'found.txt', '--json')
        self.assertEqual(code, 0, err)
        return json.loads(out), err

    def test_evaluate_drops_a_header(self):
        body = '0\n1\n2\n0\nNA\n'
        expected, _ = self.evaluated(body, '5\n6\n5\n5\n6\n')
        for header in ('label', 'cluster', '"any word"', 'y_true'):
            found, err = self.evaluated(f'{header}\n{body}', f'{header}\n5\n6\n5\n5\n6\n')
            self.assertEqual(found, expected, header)
            for name in ('true', 'found'):
                self.assertIn(f'{name}.txt: its first line, "', err)
        names = body.translate(str.maketrans('012', 'abc'))
        found, err = self.evaluated('category\n' + names, '5\n6\n5\n5\n6\n')
        self.assertEqual(found, expected)
        self.assertIn('"category", is a header', err)
        # It repeats, or is a name among others.
        self.assertEqual(self.evaluated('label\nb\nlabel\n', '1\n2\n1\n')[0]['accuracy'], 1)
        self.assertEqual(self.evaluated('x1\nb\nx1\n', '1\n2\n1\n')[0]['accuracy'], 1)
        self.write('true.txt', 'kind\na\nb\n')
        self.write('found.txt', '1\n2\n')
        self.fail_with(1, ['evaluate', 'true.txt', 'found.txt'],
                       'is the first line of true.txt a header? Remove it')

    def test_minus_one_beside_one_is_a_class(self):
        for true in ('-1\n1\n-1\n1\n', '-1.0\n1.0\n-1.0\n1.0\n'):
            found, err = self.evaluated(true, '1\n2\n1\n1\n')
            self.assertEqual(found['accuracy'], 0.75)
            self.assertIn('true.txt: the labels are -1 and 1, and -1 is a class', err)
        for true in ('-1\n1\n-1\n0\n', '-5\n1\n-1\n0\n'):
            found, err = self.evaluated(true, '3\n2\n3\n4\n')
            self.assertIn('true.txt: 2 of 4 documents without a class (left out)', err)
        found, err = self.evaluated('0\n0\n1\n1\n', '1\n1\n-1\n-1\n')
        self.assertEqual(found['accuracy'], 0.5)
        self.assertIn('found.txt: 2 of 4 documents without a class (unassigned)', err)
        self.write('l.txt', ''.join(f'{(-1, 1)[i % 2] if i < 8 else "NA"}\n' for i in range(N)))
        summary, err = self.fit('--labels', 'l.txt')
        self.assertEqual(summary['constraints']['classes'], ['-1', '1'])
        self.assertEqual(summary['constraints']['n_labeled'], 8)
        self.assertIn('l.txt: the labels are -1 and 1', err)
        rows = [text for _, text in topic_texts()]
        for others, n in ((('-1', '1'), 2), (('-1', '1', '0'), 2), (('-1', '0'), 0)):
            self.write('t.csv', 'text,label\n' + ''.join(
                f'{row},{others[i % len(others)]}\n' for i, row in enumerate(rows)))
            summary, err = self.fit(name='t.csv', method='kmeans')
            self.assertEqual(summary.get('evaluation', {}).get('n_classes', 0), n, others)

    def test_labels_in_json(self):
        expected, _ = self.evaluated('a\nb\nNA\na\n', '1\n2\n2\n2\n')
        records = [{'doc': 1, 'label': 'a'}, {'doc': 2, 'label': 'b'}, {'doc': 3},
                   {'doc': 4, 'label': 'a'}]
        for true in (json.dumps(['a', 'b', None, 'a']), json.dumps(['a', 'b', None, 'a'], indent=1),
                     json.dumps(records), ''.join(json.dumps(r) + '\n' for r in records)):
            found, err = self.evaluated(true, '1\n2\n2\n2\n')
            self.assertEqual(found, expected, true)
            self.assertIn('true.txt: 1 record has no label', err)
        found, err = self.evaluated(json.dumps([['a', 'b'], 'b', 'b', 'a']), '1\n2\n2\n3\n')
        self.assertIn('1 record has a list or an object for a label', err)
        self.texts([f'd{i}' for i in range(N)])
        topics = [topic for topic, _ in topic_texts()]
        for content in ({f'd{i}': topics[i] for i in range(12)},
                        [{'id': f'd{i}', 'topic': topics[i]} for i in reversed(range(12))]):
            self.write('l.json', json.dumps(content))
            summary, err = self.fit('--labels', 'l.json', name='texts.csv')
            self.assertEqual(summary['constraints']['n_labeled'], 12, err)
            self.assertEqual(summary['constraints']['n_violated_labels'], 0)

    def test_records_with_several_labels_are_counted(self):
        rows = [{'text': text, 'labels': [topic] if i else [topic, 'other']}
                for i, (topic, text) in enumerate(topic_texts())]
        self.write('t.jsonl', ''.join(json.dumps(row) + '\n' for row in rows))
        summary, err = self.fit(name='t.jsonl', method='kmeans')
        self.assertEqual(summary['evaluation']['n_documents'], N - 1)
        self.assertIn('1 record has a list or an object in the field "labels", which is no label; '
                      'the first is at t.jsonl, line 1', err)

    def test_headers_are_recognized(self):
        body = ''.join(f'{i % K + 1}\n' if i < 9 else 'NA\n' for i in range(N))
        for header in ('label', '"x"', 'class'):
            self.write('l.txt', header + '\n' + body)
            summary, err = self.fit('--labels', 'l.txt')
            self.assertEqual(summary['constraints']['n_labeled'], 9, header)
            self.assertIn('is a header', err)

    def test_row_names_of_r_and_pandas_follow_the_lines(self):
        values = [f'"{"abc"[i % K]}"' if i < 9 else 'NA' for i in range(N)]
        for header, line in (('"","x"', '"{}",{}'), ('"x"', '"{}" {}')):
            self.write('l.txt', '\n'.join([header] + [line.format(i + 1, value)
                                                      for i, value in enumerate(values)]) + '\n')
            summary, _ = self.fit('--labels', 'l.txt')
            self.assertEqual(summary['constraints']['classes'], ['a', 'b', 'c'])
            self.assertEqual(summary['constraints']['n_labeled'], 9)


class ByName(LabelsTest):
    def labeled(self, lines, **options):
        self.write('l.txt', ''.join(line + '\n' for line in lines))
        return self.fit('--labels', 'l.txt', name='texts.csv', **options)

    def refused(self, lines, *parts):
        self.write('l.txt', ''.join(line + '\n' for line in lines))
        self.fail_with(1, ['cluster', 'texts.csv', '-q', '-k', K, '-m', 'rcf', '--labels', 'l.txt'],
                       *parts)

    def test_numbers_of_ids_with_zeros_are_these_ids(self):
        self.texts([f'{i + 1:04}' for i in range(N)])
        topics = [topic for topic, _ in topic_texts()]
        for separator in ('\t', ',', ';'):
            summary, err = self.labeled([f'{i + 1}{separator}{topics[i]}' for i in range(12)])
            self.assertEqual(summary['constraints']['n_violated_labels'], 0, err)
            self.assertEqual(summary['constraints']['n_labeled'], 12)
            self.assertIn('such as 1 for 0001', err)

    def test_a_number_that_is_no_id_is_refused_among_ids(self):
        self.texts([str(N - i) for i in range(N)])
        self.refused(['1\ta', '2\tb', '0\tc'], 'l.txt, line 3', 'no document has the name 0',
                     'did you mean')

    def test_numbers_are_rows_if_no_name_is_an_id(self):
        self.texts([f'doc-{i}' for i in range(N)])
        summary, err = self.labeled(['0\ta', '1\tb', '2\tc'])
        self.assertEqual(summary['constraints']['n_labeled'], 3)
        self.assertIn('are the rows of the documents, counted from 0', err)
        self.refused(['doc-0\ta', '1\tb'], 'l.txt, line 2', 'no document has the name 1')

    def test_a_header_names_the_columns(self):
        self.texts([f'd{i}' for i in range(N)])
        summary, err = self.labeled(['label,id', 'a,d3', 'b,d4', 'NA,d5'])
        self.assertEqual(summary['constraints']['classes'], ['a', 'b'])
        self.assertIn('its first line is a header', err)


class Inputs(LabelsTest):
    def test_missing_texts_and_labels_of_tables(self):
        labels = ['NA' if i % 4 == 0 else 'abc'[i % K] for i in range(N)]
        self.texts([f'd{i}' for i in range(N)], labels)
        table = (self.folder / 'texts.csv').read_text() + 'x1,NA,a\nx2,[deleted],b\nx3,nan,c\n'
        self.write('texts.csv', table)
        summary, err = self.fit(name='texts.csv', method='auto')
        self.assertEqual(summary['evaluation']['n_classes'], 3)
        self.assertIn('3 texts and 9 labels are missing (NA, [deleted], nan)', err)
        summary, err = self.fit('--missing', '', name='texts.csv', method='auto')
        self.assertEqual(summary['evaluation']['n_classes'], 4)
        self.assertNotIn('missing (', err)

    def periods(self, dates, *more):
        rows = [text for _, text in topic_texts()]
        self.write('texts.csv', 'date,text\n' + ''.join(
            f'{dates[i % len(dates)]},{row}\n' for i, row in enumerate(rows)))
        code, _, err = self.run_program('cluster', 'texts.csv', '-k', K, '-o', 'out', *more)
        self.assertEqual(code, 0, err)
        lines = (self.folder / 'out/timeline.csv').read_text().splitlines()[1:]
        return sorted({line.split(',')[0] for line in lines}), err

    def test_numbers_keep_their_sign_and_have_one_unit(self):
        for unit, factor in (('seconds', 1), ('milliseconds', 1000), ('microseconds', 10**6),
                             ('nanoseconds', 10**9)):
            dates = [-957312000 * factor, 94608000 * factor, 1700000000 * factor]
            periods, err = self.periods(dates, '--period', 'year')
            self.assertEqual((periods[0], periods[-1]), ('1939', '2023'), unit)
            self.assertIn('1972' if factor == 0 else '1973', periods)
            self.assertIn(f'read as {unit} since 1970', err)

    def test_placeholders_do_not_set_the_unit(self):
        for marks in ([253402300799000], [253402214400000, 0], [-1], [2**63 - 1], [-2**63],
                      [-62135596800000]):
            periods, err = self.periods([1700000000000, 1710000000000, 1720000000000, *marks],
                                        '--period', 'year')
            self.assertEqual(periods, ['2023', '2024'], marks)
            self.assertIn('read as milliseconds since 1970', err)
            self.assertIn('left out of the timeline as placeholders or beyond the year 2200, such '
                          f"as '{marks[0]}'", err)
        periods, err = self.periods([1700000000, 1710000000, 1720000000, 9800000000],
                                    '--period', 'month')
        self.assertEqual((periods[0], periods[-1]), ('2023-11', '2024-07'))
        self.assertIn('read as seconds since 1970', err)
        _, err = self.periods([1700000000000, 1710000000000, 1720000000])
        self.assertIn("within a month of 1970-01-01, such as '1720000000'", err)

    def test_one_wrong_year_leaves_the_others(self):
        for wrong in ('0', '9999', '', '-1', '20204'):
            periods, err = self.periods([2019, 2020, 2021, wrong])
            self.assertEqual(periods, ['2019', '2020', '2021'], wrong)
            if wrong:
                self.assertIn(f"as no days of the calendar, such as '{wrong}'", err)
        periods, err = self.periods(['2019-01-05', '2020-01-05', '9999-12-31'], '--period', 'year')
        self.assertEqual(periods, ['2019', '2020'])
        self.assertIn("such as '9999-12-31'", err)
        for zero in ('0001-01-01', '0001-01-01T00:00:00Z', '1/1/0001 12:00:00 AM'):
            periods, err = self.periods(['2019-01-05', '2020-01-05', zero], '--period', 'year')
            self.assertEqual(periods, ['2019', '2020'])
            self.assertIn(f"such as '{zero}'", err)

    def test_years_are_years_and_days_are_days(self):
        self.assertEqual(self.periods([2019, 2020, 2021])[0], ['2019', '2020', '2021'])
        self.assertEqual(self.periods(['1789.0', '1790.0'])[0], ['1789', '1790'])
        self.assertEqual(self.periods([20240315, 20240316])[0], ['2024-03-15', '2024-03-16'])

    def test_dates_of_mongodb(self):
        rows = [text for _, text in topic_texts()]
        forms = ({'$date': '1939-09-01T00:00:00Z'}, {'$date': -957312000000},
                 {'$date': {'$numberLong': '-957312000000'}})
        self.write('texts.jsonl', ''.join(
            json.dumps({'text': row, 'date': forms[i % 3]}) + '\n' for i, row in enumerate(rows)))
        self.succeed('cluster', 'texts.jsonl', '-k', K, '-q', '-o', 'out')
        lines = (self.folder / 'out/timeline.csv').read_text().splitlines()[1:]
        self.assertEqual({line.split(',')[0] for line in lines}, {'1939-09-01'})

    def test_fields_of_a_fit_are_those_of_later_inputs(self):
        rows = [text for _, text in topic_texts()]
        table = 'Nr,Inhalt,Bemerkung\n' + ''.join(
            f'n{i},{row},word {i % 5}\n' for i, row in enumerate(rows))
        self.write('old.csv', table)
        self.write('new.csv', table.replace('\nn', '\nm'))
        self.succeed('cluster', 'old.csv', '-k', K, '-q', '-o', 'out', '--text-field', 'Inhalt',
                     '--id-field', 'Nr')
        listed = self.succeed('assign', 'out/model.manifact', 'new.csv', '-q', '--json')
        self.assertEqual([row['id'] for row in json.loads(listed)][:2], ['m0', 'm1'])
        self.succeed('update', 'out/model.manifact', 'new.csv', '-q', '-o', 'grown.manifact')


class Numbers(LabelsTest):
    def table(self, header, row):
        rows = block_counts()
        self.write('t.csv', (header + '\n' if header else '') + ''.join(
            row(i, ','.join(map(str, values))) + '\n' for i, values in enumerate(rows)))
        return rows

    def names(self):
        return ','.join(f'f{j}' for j in range(len(block_counts()[0])))

    def test_labels_ids_and_booleans_are_no_features(self):
        n = len(block_counts()[0])
        kinds = ['setosa', 'versicolor', 'virginica']
        for header, row in (
                (self.names() + ',species', lambda i, v: f'{v},{kinds[i % K]}'),
                ('class,' + self.names(), lambda i, v: f'{i % K},{v}'),
                (self.names() + ',target', lambda i, v: f'{v},{i % K}'),
                (self.names() + ',y', lambda i, v: f'{v},{i % K}'),
                ('', lambda i, v: f'{v},{kinds[i % K]}'),
                ('id,' + self.names() + ',label', lambda i, v: f'{i * 7},{v},{i % K}')):
            self.table(header, row)
            summary, err = self.fit(name='t.csv', method='auto')
            self.assertEqual(summary['n_terms'], n, header)
            self.assertEqual(summary['evaluation']['accuracy'], 1, header)
        self.table(self.names() + ',flag', lambda i, v: f'{v},{i % 2 == 0}')
        summary, err = self.fit(name='t.csv', method='auto')
        self.assertEqual(summary['n_terms'], n + 1)
        self.assertIn('true and false are 1 and 0 in "flag"', err)

    def test_words_are_refused_with_the_options_that_help(self):
        self.table('Region,' + self.names(), lambda i, v: f'{("North", "South")[i % 2]},{v}')
        self.fail_with(1, ['cluster', 't.csv', '-k', K], 'column "Region"', '--label-field Region',
                       '--skip-fields Region')
        summary, _ = self.fit('--skip-fields', 'Region', name='t.csv', method='auto')
        self.assertEqual(summary['n_terms'], len(block_counts()[0]))
        self.succeed('cluster', 't.csv', '-k', K, '-q', '-o', 'out', '--label-field', 'Region')
        self.succeed('assign', 'out/model.manifact', 't.csv', '-q')

    def test_values_that_stand_for_missing_ones_are_refused(self):
        self.write('x.mtx', '%%MatrixMarket matrix coordinate real general\n3 2 3\n1 1 1\n'
                            '2 2 1e308\n3 1 2\n')
        self.fail_with(1, ['cluster', 'x.mtx', '-k', 2], 'writeMM', 'row 2, column 2')

    def test_batches_of_svmlight_have_the_features_of_the_model(self):
        rows = block_counts()
        for base in (0, 1):
            lines = [' '.join([str(i % K)] + [f'{j + base}:{x}' for j, x in enumerate(row) if x])
                     for i, row in enumerate(rows)]
            self.write('x.svm', '\n'.join(lines) + '\n')
            self.succeed('cluster', 'x.svm', '-k', K, '-q', '-o', 'out')
            expected = self.labels('out/labels.txt')
            batch = [i for i, row in enumerate(rows) if not row[0] and not row[-1]][:9]
            self.write('new.svm', '\n'.join(lines[i] for i in batch) + '\n')
            self.succeed('assign', 'out/model.manifact', 'new.svm', '-q', '-o', 'new.txt')
            self.assertEqual(self.labels('new.txt'), [expected[i] for i in batch], base)
            self.succeed('update', 'out/model.manifact', 'new.svm', '-q', '-o', 'grown.manifact')
            self.succeed('assign', 'grown.manifact', 'new.svm', '-q', '-o', 'new.txt')
            self.assertEqual(self.labels('new.txt'), [expected[i] for i in batch], base)


if __name__ == '__main__':
    support.main()
