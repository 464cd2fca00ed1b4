"""What answers look like: the table of assign, documents that are left out, tables for other
programs, labels by name, and runs that are repeated."""
import csv
import io
import json

import support
from support import ProgramTest, topic_texts, tsv

PAIRS = topic_texts()


class AnswersTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write('texts.tsv', tsv(PAIRS))

    def cluster(self, *arguments):
        self.succeed('cluster', 'texts.tsv', '-k', 3, '-q', '-o', 'out', *arguments)
        return json.loads((self.folder / 'out/summary.json').read_text())


class Assign(AnswersTest):
    def test_a_table_names_documents_topics_and_terms(self):
        self.cluster()
        out = self.succeed('assign', 'out/model.manifact', 'texts.tsv')
        lines = out.splitlines()
        self.assertEqual(lines[0].split(), ['id', 'topic', 'top', 'terms', 'membership', 'margin'])
        self.assertEqual(len(lines), 1 + len(PAIRS))
        labels = self.labels('out/labels.txt')
        for i, line in enumerate(lines[1:]):
            self.assertTrue(line.startswith(f'line {i + 1} '), line)
            self.assertIn(f' {labels[i]}  ', line)
            self.assertTrue(set(support.TOPICS[PAIRS[i][0]].split()) &
                            set(line.replace(',', '').split()), line)
            membership, margin = map(float, line.split()[-2:])
            self.assertTrue(0 < margin <= membership <= 1, line)

    def test_csv_and_json_hold_the_table_and_a_file_the_labels(self):
        self.cluster()
        model = 'out/model.manifact'
        for name in 'table.csv', 'table.json', 'labels.txt':
            self.assertEqual(self.succeed('assign', model, 'texts.tsv', '-o', name), '')
        self.fail_with(1, ['assign', model, 'texts.tsv', '-o', 'table.csv.gz'],
                       '-o table.csv.gz: the answers are written uncompressed')
        self.fail_with(1, ['assign', model, 'texts.tsv', '--json', '-o', 'other.csv'],
                       '--json writes JSON; give FILE.json')
        objects = json.loads((self.folder / 'table.json').read_text())
        self.assertEqual(objects, json.loads(self.succeed('assign', model, 'texts.tsv', '--json')))
        self.assertEqual(list(objects[0]),
                         ['id', 'topic', 'title', 'top_terms', 'membership', 'margin'])
        rows = list(csv.DictReader(io.StringIO((self.folder / 'table.csv').read_text())))
        for row, one in zip(rows, objects, strict=True):
            self.assertEqual(row['id'], one['id'])
            self.assertEqual(int(row['topic']), one['topic'])
            self.assertEqual(row['top_terms'].split(', '), one['top_terms'])
            self.assertEqual(float(row['membership']), one['membership'])
            self.assertEqual(float(row['margin']), one['margin'])
        self.assertEqual(self.labels('labels.txt'), [one['topic'] for one in objects])

    def test_documents_below_the_membership_are_left_out(self):
        self.cluster()
        self.write('mixed.tsv', '\toven flour rocket orbit\n\toven flour butter sugar recipe\n')
        plain = json.loads(self.succeed('assign', 'out/model.manifact', 'mixed.tsv', '--json'))
        least = (plain[0]['membership'] + plain[1]['membership']) / 2
        self.assertLess(plain[0]['membership'], least)
        code, out, err = self.run_program('assign', 'out/model.manifact', 'mixed.tsv', '--json',
                                          '--min-membership', least)
        strict = json.loads(out)
        self.assertEqual((code, [one['topic'] for one in strict]), (0, [-1, plain[1]['topic']]))
        self.assertEqual((strict[0]['membership'], strict[0]['top_terms']), (0, []))
        self.assertIn('or fits no cluster', err)
        for bad in '1.5', '-1', 'nan':
            self.fail_with(1, ['assign', 'out/model.manifact', 'mixed.tsv',
                               f'--min-membership={bad}'], '--min-membership')

    def test_rows_of_a_matrix_are_named_by_number(self):
        self.counts()
        self.succeed('cluster', 'counts.mtx', '-k', 3, '-q', '-o', 'rows')
        found = json.loads(self.succeed('assign', 'rows/model.manifact', 'counts.mtx', '--json'))
        self.assertEqual([one['id'] for one in found], list(range(36)))
        self.assertTrue(found[0]['top_terms'][0].startswith('feature '))


class LeftOut(AnswersTest):
    def test_a_share_of_the_documents_has_no_cluster_here_and_in_the_model(self):
        words = [word for words in support.TOPICS.values() for word in words.split()]
        noise = [('noise', ' '.join(words[(5 * i + 4 * j) % 21] for j in range(5)))
                 for i in range(6)]
        self.write('texts.tsv', tsv(PAIRS + noise))
        summary = self.cluster('--outliers', 0.15)
        labels = self.labels('out/labels.txt')
        self.assertEqual([i for i, label in enumerate(labels) if label < 0],
                         list(range(len(PAIRS), len(labels))))
        self.assertEqual((summary['diagnostics']['outliers'], summary['options']['outliers']),
                         (6, 0.15))
        self.assertEqual(sum(summary['sizes']), len(PAIRS))
        self.succeed('assign', 'out/model.manifact', 'texts.tsv', '-q', '-o', 'again.txt')
        self.assertEqual(self.labels('again.txt'), labels)

    def test_the_report_lists_documents_without_a_cluster(self):
        self.write('texts.tsv', tsv(PAIRS + [('noise', 'oven league rocket flour goal')]))
        self.cluster('--outliers', 0.03, '--min-membership', 0.2)
        self.assertIn(-1, self.labels('out/labels.txt'))
        page = (self.folder / 'out/report.html').read_text()
        self.assertIn(-1, support.page_data(page)['documents']['cluster'])


class Tables(AnswersTest):
    def test_topics_are_rows_of_a_table(self):
        summary = self.cluster()
        topics = json.loads((self.folder / 'out/topics.json').read_text())
        self.assertEqual([topic['topic'] for topic in topics], [0, 1, 2])
        self.assertEqual([topic['size'] for topic in topics], summary['sizes'])
        self.assertEqual([topic['top_terms'] for topic in topics], summary['top_terms'])
        self.assertEqual([topic['representatives'] for topic in topics],
                         summary['representative_ids'])
        self.assertAlmostEqual(sum(topic['share'] for topic in topics), 1)
        self.assertEqual({tuple(topic) for topic in topics},
                         {('topic', 'title', 'size', 'share', 'cohesion', 'top_terms',
                           'representatives', 'name', 'phrases', 'coherence', 'diversity',
                           'separation', 'weak')})

    def test_memberships_are_written_on_request(self):
        self.cluster('--memberships', 'csv')
        with open(self.folder / 'out/memberships.csv', newline='') as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0], ['id', '0', '1', '2'])
        with open(self.folder / 'out/clusters.csv', newline='') as file:
            clusters = list(csv.DictReader(file))
        for row, cluster in zip(rows[1:], clusters, strict=True):
            self.assertEqual(row[0], cluster['id'])
            shares = sorted(map(float, row[1:]))
            self.assertAlmostEqual(sum(shares), 1)
            self.assertEqual(shares[-1], float(cluster['membership']))
            self.assertAlmostEqual(shares[-1] - shares[-2], float(cluster['margin']))
        self.cluster()
        self.assertFalse((self.folder / 'out/memberships.csv').exists())
        self.fail_with(1, ['cluster', 'texts.tsv', '-k', 3, '--memberships', 'csv'], '-o FOLDER')

    def test_memberships_as_an_array(self):
        code, _, err = self.run_program('cluster', 'texts.tsv', '-k', 3, '-q', '-o', 'out',
                                        '--memberships', 'npz')
        if code != 0 and 'libzip' in err:
            self.skipTest('this build has no .npz files')
        self.assertEqual(code, 0, err)
        import zipfile
        with zipfile.ZipFile(self.folder / 'out/memberships.npz') as archive:
            self.assertEqual(sorted(archive.namelist()), ['labels.npy', 'memberships.npy'])
            self.assertIn(b"'shape': (36, 3)", archive.read('memberships.npy'))
            self.assertIn(b"'shape': (36,)", archive.read('labels.npy'))


class Known(AnswersTest):
    def labels_of(self, *arguments):
        self.succeed('cluster', 'texts.tsv', '-k', 3, '-q', '-m', 'rcf', '--force', '-o', 'out',
                     *arguments)
        return self.labels('out/labels.txt')

    def test_labels_by_number_by_name_and_by_document_are_the_same(self):
        classes = sorted(support.TOPICS)
        known = [label if i < 9 else '' for i, (label, _) in enumerate(PAIRS)]
        self.write('numbers.txt', ''.join(f'{classes.index(x) + 1 if x else 0}\n' for x in known))
        self.write('names.txt', ''.join(x + '\n' for x in known[:9]) + '\n' * (len(known) - 9))
        self.write('documents.txt', ''.join(f'line {i + 1}\t{x}\n'
                                            for i, x in reversed(list(enumerate(known))) if x))
        wanted = [classes.index(label) for label, _ in PAIRS]
        for name in 'numbers.txt', 'names.txt', 'documents.txt':
            with self.subTest(name):
                self.assertEqual(self.labels_of('--labels', name), wanted)

    def test_evaluate_leaves_out_the_documents_of_any_file_of_labels(self):
        self.write('truth.txt', '1\n1\n2\n2\n1\n')
        self.write('found.txt', '0\n0\n1\n1\n1\n')
        scores = {}
        for known in ('0 0 0 0 1', '-1 -1 -1 -1 2', '- - - - a', 'x - - - -'):
            self.write('known.txt', known.replace(' ', '\n') + '\n')
            scores[known] = json.loads(self.succeed(
                'evaluate', 'truth.txt', 'found.txt', '--without', 'known.txt', '--json'))
        self.assertEqual([score['accuracy'] for score in scores.values()], [1, 1, 1, .75])
        self.write('known.txt', '0\n1\n')
        self.fail_with(1, ['evaluate', 'truth.txt', 'found.txt', '--without', 'known.txt'],
                       'known.txt has 2 labels, but truth.txt has 5 documents')

    def test_zeros_are_reported_and_lines_at_the_end_may_be_empty(self):
        numbers = [sorted(support.TOPICS).index(label) for label, _ in PAIRS]
        command = ['cluster', 'texts.tsv', '-k', 3, '-m', 'rcf', '--json', '--labels', 'some.txt']
        self.write('some.txt', ''.join(f'{number}\n' for number in numbers))
        self.assertIn(f'some.txt: {numbers.count(0)} documents with the label 0, which means an '
                      'unknown class', self.run_program(*command)[2])
        for unknown, others in (('', ''), ('-1', ''), ('', '-1'), ('-', '')):
            lines = [str(number + 1) for number in numbers]
            lines[-2:], lines[0] = [unknown] * 2, others
            self.write('some.txt', '\n'.join(lines) + '\n')
            code, out, err = self.run_program(*command)
            word = ' (-)' if unknown == '-' else ''
            self.assertEqual((code, err), (0, 'manifact: some.txt: 33 labels of 3 classes, '
                                              f'unknown for 3 of 36 documents{word}\n'))
            self.assertEqual(json.loads(out)['constraints']['n_labeled'], len(PAIRS) - 3)

    def test_0_and_minus_1_are_unknown_among_names_and_lines_may_come_from_a_pipe(self):
        lines = [label for label, _ in PAIRS]
        lines[:3] = '0', '-1', '-'
        by_document = ''.join(f'line {i + 1}\t{label}\n' for i, label in enumerate(lines))
        command = ['cluster', 'texts.tsv', '-k', 3, '-m', 'rcf', '--json', '--labels', '-']
        for text in '\n'.join(lines) + '\n', by_document, '1\n0\n2\n' * 12:
            code, out, err = self.run_program(*command, stdin=text.encode())
            self.assertEqual(code, 0, err)
            self.assertIn('with the label 0, which means an unknown class', err)
            found = json.loads(out)['constraints']
            self.assertEqual(found['n_labeled'], 24 if text[0] == '1' else len(PAIRS) - 3)
            self.assertEqual(found.get('classes', sorted(support.TOPICS)), sorted(support.TOPICS))

    def test_names_of_classes_are_in_the_results(self):
        known = [label for label, _ in PAIRS]
        known[0], known[1] = known[1], known[0]
        self.write('names.txt', ''.join(label + '\n' for label in known))
        self.labels_of('--labels', 'names.txt', '-s', 'start=kmeans', '-s', 'refine=none')
        found = json.loads((self.folder / 'out/summary.json').read_text())['constraints']
        self.assertEqual(found['classes'], sorted(support.TOPICS))
        self.assertEqual((found['violated_labels'], found['violated_label_classes']),
                         (['line 1', 'line 2'], ['football', 'cooking']))
        self.assertIn('"classes":["cooking","football","space"]',
                      (self.folder / 'out/report.html').read_text())

    def test_pairs_by_name(self):
        self.write('rows.txt', '0 3 1\n0 1 -1\n')
        self.write('names.txt', 'line 1\tline 4\t1\nline 1\tline 2\t-1\n')
        self.assertEqual(self.labels_of('--constraints', 'rows.txt'),
                         self.labels_of('--constraints', 'names.txt'))

    def test_names_that_are_not_known_are_refused(self):
        for name, text, *parts in (
                ('labels', 'line 1\tspace\nlime 2\tspace\n', 'line 2: ', "did you mean 'line 2'?"),
                ('labels', 'line 1\tspace\nline 1\tfootball\n', 'line 2: ',
                 'has the class space on an earlier line, and football here'),
                ('labels', 'line 1\tspace\nline 2\n', 'line 2: ', 'document<TAB>class'),
                ('labels', 'space\nfootball\n', '2 labels', '36 documents'),
                ('constraints', 'line 1\tline 99\t1\n', 'line 1: ', 'line 99'),
                ('constraints', 'line 1\tline 2\tyes\n', 'line 1: ', 'weight')):
            with self.subTest(text):
                self.write('known.txt', text)
                self.fail_with(1, ['cluster', 'texts.tsv', '-k', 3, '-m', 'rcf', f'--{name}',
                                   'known.txt'], 'known.txt', *parts)

    def test_class_names_are_evaluated(self):
        self.write('true.txt', 'a\na\nb\n\n')
        self.write('found.txt', '7\n7\n3\n3\n')
        scores = json.loads(self.succeed('evaluate', 'true.txt', 'found.txt', '--json'))
        self.assertEqual(scores['accuracy'], 1)
        # -1 is unknown, 0 a class, as in files of numbers
        for true in '-1\n0\n0\nb\n', '-1\n0\n0\n5\n':
            scores = json.loads(self.succeed('evaluate', '-', 'found.txt', '--json',
                                             stdin=true.encode()))
            self.assertAlmostEqual(scores['accuracy'], 2 / 3, places=6)


class Repeated(AnswersTest):
    def test_a_summary_repeats_its_run(self):
        self.cluster('-s', 'stemming=yes', '-s', 'neighbors=4', '--seed', 3, '-m', 'lccf')
        self.succeed('cluster', 'texts.tsv', '--like', 'out/summary.json', '-q', '-o', 'again')
        self.assertEqual((self.folder / 'out/model.manifact').read_bytes(),
                         (self.folder / 'again/model.manifact').read_bytes())
        other = json.loads(self.succeed('cluster', 'texts.tsv', '--like', 'out/summary.json',
                                        '--seed', 4, '-s', 'neighbors=5', '-k', 2, '--json'))
        options = other['options']
        self.assertEqual((other['seed'], options['neighbors'], options['stemming'],
                          other['n_clusters'], other['method']), (4, 5, 'yes', 2, 'lccf'))
        self.fail_with(1, ['cluster', 'texts.tsv', '--like', 'out/summary.json', '-m', 'kmeans'],
                       "'lccf'", "'kmeans'")
        self.fail_with(1, ['cluster', 'texts.tsv', '--like', 'texts.tsv'], 'summary.json')

    def test_a_summary_restores_only_what_was_set(self):
        """Labels, then pairs alone: preset and start follow from the constraints."""
        first = [i for i, (topic, _) in enumerate(PAIRS) if topic == PAIRS[0][0]]
        other = next(i for i, (topic, _) in enumerate(PAIRS) if topic != PAIRS[0][0])
        self.write('known.txt', ''.join(f'{topic if i % 2 else ""}\n'
                                        for i, (topic, _) in enumerate(PAIRS)))
        a, b, c = (f'line {i + 1}' for i in (first[0], first[1], other))
        self.write('pairs.txt', f'{a}\t{b}\t1\n{a}\t{c}\t-1\n')
        summary = self.cluster('-m', 'rcf', '--labels', 'known.txt', '-s', 'neighbors=7')
        self.assertEqual(summary['settings'], {'neighbors': 7})
        self.assertEqual({name: summary['origins'][name] for name in
                          ('preset', 'start', 'neighbors', 'alpha', 'language')},
                         {'preset': 'data', 'start': 'preset', 'neighbors': 'user',
                          'alpha': 'default', 'language': 'default'})
        self.assertEqual(set(summary['origins']), set(summary['options']) - {'threads'})
        given = ['--constraints', 'pairs.txt', '-q', '-s', 'neighbors=7', '-k', 3]
        self.succeed('cluster', 'texts.tsv', '-m', 'rcf', *given, '-o', 'fresh')
        self.succeed('cluster', 'texts.tsv', '--like', 'out/summary.json', '--constraints',
                     'pairs.txt', '-q', '-o', 'again')
        self.assertEqual((self.folder / 'fresh/model.manifact').read_bytes(),
                         (self.folder / 'again/model.manifact').read_bytes())

    def test_defaults_for_negative_values_are_decided_by_the_data(self):
        counts = [[0, 2, 1, 0, 3, 0], [1, 3, 0, 0, 2, 0], [0, 0, 0, 4, 1, 2], [0, 1, 0, 3, 0, 3],
                  [5, 0, 2, 0, 0, 0], [4, 0, 3, 1, 0, 0], [0, 3, 1, 0, 4, 1], [3, 1, 4, 0, 0, 0]]
        self.write('counts.csv', support.csv(counts))
        self.write('signed.csv', support.csv([[x - 1.25 for x in row] for row in counts]))
        self.succeed('cluster', 'counts.csv', '-k', 3, '-m', 'lccf', '-q', '-o', 'counts')
        for out, arguments in (('fresh', ['-k', 3, '-m', 'lccf']),
                               ('again', ['--like', 'counts/summary.json'])):
            code, _, err = self.run_program('cluster', 'signed.csv', '-o', out, *arguments)
            self.assertEqual(code, 0, err)
            self.assertIn('the kernel has negative values', err)
        self.assertEqual((self.folder / 'fresh/model.manifact').read_bytes(),
                         (self.folder / 'again/model.manifact').read_bytes())
        self.succeed('cluster', 'counts.csv', '--like', 'fresh/summary.json', '-q', '-o', 'back')
        self.assertEqual((self.folder / 'counts/model.manifact').read_bytes(),
                         (self.folder / 'back/model.manifact').read_bytes())

    def test_detected_languages_are_detected_again(self):
        summary = self.cluster('--language', 'auto')
        if summary['settings'].get('language') != summary['options']['language']:
            self.assertEqual(summary['origins']['language'], 'data')
        self.assertEqual(summary['settings']['language'], 'auto')

    def test_a_summary_without_settings_is_repeated_with_all_its_values(self):
        summary = self.cluster('-m', 'lccf', '-s', 'neighbors=4')
        for key in 'settings', 'origins':
            del summary[key]
        self.write('earlier.json', json.dumps(summary))
        code, out, err = self.run_program('cluster', 'texts.tsv', '--like', 'earlier.json',
                                          '--json')
        self.assertEqual(code, 0, err)
        self.assertIn('does not say which options were set', err)
        again = json.loads(out)
        self.assertEqual(again['options'], summary['options'])
        self.assertEqual(again['origins']['lambda'], 'user')

    def test_suggest_k_and_auto_agree(self):
        for method in 'auto', 'kmeans', 'ncut':
            table = json.loads(self.succeed('suggest-k', 'texts.tsv', '-m', method, '--json'))
            summary = json.loads(self.succeed('cluster', 'texts.tsv', '-k', 'auto', '-m', method,
                                              '--json'))
            self.assertEqual(table, summary['suggestion'], method)


class Manners(AnswersTest):
    def test_values_may_follow_an_equals_sign(self):
        for form in ('-k=3', '-k3', '--clusters=3'):
            out = self.succeed('cluster', 'texts.tsv', form, '-s=neighbors=4', '--json')
            summary = json.loads(out)
            self.assertEqual((summary['n_clusters'], summary['options']['neighbors']), (3, 4))

    def test_help_and_versions(self):
        overview = self.succeed()
        self.assertIn('\n  cluster ', overview)
        self.assertLess(len(overview), len(self.succeed('--help')))
        self.assertEqual(self.succeed('help'), self.succeed('--help'))
        self.assertEqual(self.succeed('help', 'assign'), self.succeed('assign', '--help'))
        for flag in '-v', '-V':
            self.assertEqual(self.succeed(flag), self.succeed('--version'))
        for words in ('--help',), ('-h',), ('help',), ('help', '--help'):
            self.assertEqual(self.succeed('help', *words), self.succeed('--help'))
        for words in ('topics', '--help'), ('--help', 'topics'):
            self.assertEqual(self.succeed('help', *words), self.succeed('topics', '--help'))
        self.fail_with(1, ['help', 'topics', 'cluster'], 'unexpected argument: cluster')

    def test_next_steps_follow_a_run(self):
        self.assertIn('Next: add -o DIR', self.succeed('cluster', 'texts.tsv', '-k', 3))
        out = self.succeed('cluster', 'texts.tsv', '-k', 3, '-o', 'out')
        self.assertIn('manifact assign out/model.manifact', out)

    def test_a_cluster_of_nearly_all_documents_is_a_warning(self):
        same = [('', 'oven flour butter sugar recipe')] * 40
        self.write('texts.tsv', tsv(PAIRS[:4] + same))
        code, _, err = self.run_program('cluster', 'texts.tsv', '-k', 3)
        self.assertEqual(code, 0)
        self.assertRegex(err, r'cluster 0 has 9\d\.\d% of the documents; try .*--stop-words')

class Languages(AnswersTest):
    TEXTS = ['Die Katze sitzt auf der Matte und ist sehr zufrieden mit dem Haus.',
             'Der Hund wartet vor dem Haus und bellt, weil die Katze nicht kommt.',
             'Das Wetter ist heute nicht sehr schön, aber der Garten braucht Regen.'] * 4

    def setUp(self):
        super().setUp()
        self.skip_without('CLD2', 'x.tsv', '\tx\n', '--language', 'auto')

    def vocabulary(self, *arguments):
        self.write('de.tsv', ''.join('\t' + text + '\n' for text in self.TEXTS))
        self.succeed('vectorize', 'de.tsv', '-q', '-o', 'X.mtx', *arguments)
        return (self.folder / 'X.terms.txt').read_text().split()

    def test_the_language_is_detected_and_its_stop_words_left_out(self):
        self.assertIn('und', self.vocabulary())
        for language in 'german', 'auto':
            terms = self.vocabulary('--language', language)
            self.assertIn('katze', terms)
            for word in 'und', 'der', 'nicht', 'sehr':
                self.assertNotIn(word, terms)

    def test_chinese_descriptions_lose_their_function_words(self):
        self.write('zh.tsv', '\t有了 软件\n\t带有 软件\n')
        self.succeed('vectorize', 'zh.tsv', '-q', '-o', 'X.mtx', '--language', 'chinese')
        self.assertEqual((self.folder / 'X.terms.txt').read_text(encoding='utf-8'), '软件\n')

    def test_a_summary_has_the_language_that_was_detected(self):
        self.vocabulary()
        summary = json.loads(self.succeed('cluster', 'de.tsv', '-k', 2, '--language', 'auto', '-q',
                                          '-s', 'min-df=1', '--json'))
        self.assertEqual(summary['options']['language'], 'german')

    def test_a_language_that_is_not_found_is_reported(self):
        self.vocabulary()
        self.write('none.tsv', '\txyzzy 12\n\tplugh 34\n')
        code, _, err = self.run_program('vectorize', 'none.tsv', '-o', 'X.mtx', '--language',
                                        'auto', '-s', 'min-df=1')
        self.assertEqual(code, 0, err)
        self.assertIn('warning: none.tsv: the language of the texts was not found', err)


if __name__ == '__main__':
    support.main()
