"""manifact assign, evaluate, graph, methods and options, and the help of all commands."""
import json
import math
import re

import support
from support import ProgramTest, block_counts, matrix_market

COMMANDS = ('cluster', 'assign', 'evaluate', 'graph', 'vectorize', 'convert', 'suggest-k',
            'suggest-pairs', 'suggest-labels', 'label', 'topics', 'update', 'methods',
            'options', 'completions')


class Assign(ProgramTest):
    def setUp(self):
        super().setUp()
        self.counts()
        self.succeed('cluster', 'counts.mtx', '-k', 3, '-o', 'results')

    def test_new_documents_go_where_their_block_went(self):
        trained = self.labels('results/labels.txt')
        new = block_counts(documents=20)
        self.write('new.mtx', matrix_market(new))
        out = self.succeed('assign', 'results/model.manifact', 'new.mtx', '-o', '-')
        self.assertEqual([int(line) for line in out.split()], [trained[i % 3] for i in range(60)])

    def test_a_file_gets_the_clusters_only(self):
        out = self.succeed('assign', 'results/model.manifact', 'counts.mtx', '-o', '-')
        self.assertEqual(out.split(), list(map(str, self.labels('results/labels.txt'))))
        self.assertEqual(self.succeed('assign', 'results/model.manifact', 'counts.mtx', '-o',
                                      'labels.txt', '--threads', 2), '')
        self.assertEqual((self.folder / 'labels.txt').read_text(), out)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ['counts.mtx', 'labels.txt', 'results'])

    def test_a_link_stays_a_link_and_a_device_a_device(self):
        self.write('real.txt', 'old')
        (self.folder / 'link.txt').symlink_to('real.txt')
        self.succeed('assign', 'results/model.manifact', 'counts.mtx', '-o', 'link.txt')
        self.assertTrue((self.folder / 'link.txt').is_symlink())
        self.assertEqual(len(self.labels('real.txt')), 36)
        self.assertEqual(len(self.succeed('assign', 'results/model.manifact', 'counts.mtx', '-o',
                                          '/dev/stdout').split()), 36)

    def test_a_document_without_a_known_feature_is_unassigned(self):
        rows = block_counts()[:3]
        rows[1] = [0] * 18
        self.write('new.mtx', matrix_market(rows))
        code, out, err = self.run_program('assign', 'results/model.manifact', 'new.mtx', '-o',
                                          '-')
        self.assertEqual((code, out.split()[1]), (0, '-1'))
        self.assertEqual(err,
                         'manifact: warning: 1 of 3 documents has no known feature (label -1)\n')

    def test_other_features_are_refused_with_both_numbers(self):
        self.write('wide.csv', '1,2\n3,4\n')
        self.fail_with(1, ['assign', 'results/model.manifact', 'wide.csv', '-o', 'labels.txt'], '2',
                       '18')

    def test_a_file_that_is_not_a_model_is_refused(self):
        self.fail_with(1, ['assign', 'counts.mtx', 'counts.mtx'], 'counts.mtx')
        self.fail_with(1, ['assign', 'missing.manifact', 'counts.mtx'], 'missing.manifact')
        model = (self.folder / 'results/model.manifact').read_bytes()
        self.write('damaged', model[:100] + bytes([model[100] ^ 1]) + model[101:])
        self.write('short', model[:-1])
        for name in ('damaged', 'short'):
            self.fail_with(1, ['assign', name, 'counts.mtx'], name)


class Evaluate(ProgramTest):
    def scores(self, truth, predicted):
        self.write('true.txt', truth)
        self.write('predicted.txt', predicted)
        return json.loads(self.succeed('evaluate', 'true.txt', 'predicted.txt', '--json'))

    def test_the_object_has_exactly_the_five_measures(self):
        self.assertEqual(self.scores('1\n1\n2\n2\n', '5\n5\n0\n0\n'),
                         {'accuracy': 1, 'nmi': 1, 'nmi_sqrt': 1, 'ari': 1, 'purity': 1})

    def test_the_measures_are_those_of_a_hand_worked_table(self):
        # classes {0,0,0,1,1,1}, clusters {0,0,1,1,1,1}: table [[2,1],[0,3]]
        scores = self.scores('0\n0\n0\n1\n1\n1\n', '0\n0\n1\n1\n1\n1\n')
        of_classes, of_clusters = math.log(2), -(2 / 6 * math.log(2 / 6) + 4 / 6 * math.log(4 / 6))
        mutual = sum(cell / 6 * math.log(cell / 6 / (3 / 6 * cluster / 6)) for cell,
                     cluster in ((2, 2), (1, 4), (3, 4)))
        expected = {'accuracy': 5 / 6, 'nmi': mutual / of_classes,
                    'nmi_sqrt': mutual / math.sqrt(of_classes * of_clusters),
                    'ari': (4 - 6 * 7 / 15) / ((6 + 7) / 2 - 6 * 7 / 15), 'purity': 5 / 6}
        self.assertEqual(list(scores), list(expected))
        for name, value in expected.items():
            self.assertAlmostEqual(scores[name], value, places=12, msg=name)

    def test_a_table_is_printed_for_people(self):
        self.scores('1\n2\n', '0\n1\n')
        lines = self.succeed('evaluate', 'true.txt', 'predicted.txt').splitlines()
        self.assertEqual([line.split()[:2] for line in lines[1:]],
                         [[name, '1.0000']
                          for name in ('accuracy', 'nmi', 'nmi_sqrt', 'ari', 'purity')])

    def test_unknown_and_unassigned_documents_count_as_documented(self):
        scores = self.scores('1\n1\n2\n2\n-1\n', '0\n0\n1\n-1\n1\n')
        self.assertEqual((scores['accuracy'], scores['purity']), (0.75, 0.75))

    def test_blank_lines_at_the_end_and_other_line_ends_are_fine(self):
        self.assertEqual(self.scores('1\r\n 2\r\n\r\n\n', '0\n1')['accuracy'], 1)

    def test_names_of_rows_that_count_are_no_part_of_the_labels(self):
        for rows in ('"x"\n"1" 1\n"2" 1\n"3" 0\n"4" 0\n', '"","x"\n"1",1\n"2",1\n"3",0\n"4",0\n',
                     ',0\n0,a\n1,a\n2,b\n3,b\n'):
            with self.subTest(rows):
                scores = self.scores(rows, '0\n0\n1\n1\n')
                self.assertEqual((scores['ari'], scores['purity']), (1, 1))
                scores = self.scores('0\n0\n1\n1\n', rows)
                self.assertEqual((scores['ari'], scores['purity']), (1, 1))

    def test_different_lengths_are_refused_with_both_numbers(self):
        self.write('five', '1\n' * 5)
        self.write('seven', '1\n' * 7)
        self.fail_with(1, ['evaluate', 'five', 'seven'], 'five', '5', 'seven', '7')

    def test_a_label_that_is_not_an_integer_is_refused_with_its_line(self):
        self.write('good', '1\n2\n3\n')
        for name, second in {'word': 'two', 'real': '2.5', 'pair': '2 2'}.items():
            self.write(name, f'1\n{second}\n3\n')
            self.fail_with(1, ['evaluate', 'good', name], name + ', line 2', 'integer')
        self.write('big', '1\n99999999999999999999\n99999999999999999998\n')
        self.assertEqual(json.loads(self.succeed('evaluate', 'good', 'big', '--json'))['ari'], 1)
        self.write('gap', '1\n\n3\n')
        scores = json.loads(self.succeed('evaluate', 'good', 'gap', '--json'))
        self.assertAlmostEqual(scores['accuracy'], 2 / 3, places=6)
        self.write('empty', '\n')
        self.fail_with(1, ['evaluate', 'empty', 'empty'], 'empty')
        self.fail_with(1, ['evaluate', 'good', 'missing'], 'missing')
        self.fail_with(1, ['evaluate', 'good', '.'], 'cannot read .')


class Graph(ProgramTest):
    def test_adaptive_neighbors_of_points_on_a_line(self):
        self.write('line.csv', '0,0\n1,0\n3,0\n6,0\n10,0\n')
        self.succeed('graph', 'line.csv', '-p', 2, '--adaptive', '-o', 'A.mtx')
        lines = (self.folder / 'A.mtx').read_text().splitlines()
        entries = [line.split() for line in lines if not line.startswith('%')][1:]
        weights = {(int(i), int(j)): float(value) for i, j, value in entries}
        self.assertAlmostEqual(weights[2, 1], (35 / 62 + 24 / 45) / 2)
        self.assertAlmostEqual(weights[5, 4], (9 / 25 + 65 / 97) / 2)
        all_edges = json.loads(self.succeed('graph', 'line.csv', '-p', 2, '--adaptive', '--gamma',
                                            1e6, '--json'))
        self.assertEqual(all_edges['edges'], 10)

    def test_the_facts_of_a_graph_drawn_by_hand(self):
        # two pairs and a document that has nothing in common with any other
        self.write('points.csv', '1,0,0,0,0\n1,0.1,0,0,0\n0,0,1,0,0\n0,0,1,0.1,0\n0,0,0,0,1\n')
        facts = json.loads(self.succeed('graph', 'points.csv', '-p', 1, '--metric', 'cosine',
                                        '--json'))
        self.assertEqual(facts.pop('warnings'), [])
        self.assertEqual(facts,
                         {'vertices': 5, 'edges': 2, 'components': 3, 'isolated': 1,
                          'metric': 'cosine', 'search': 'exact'})
        text = self.succeed('graph', 'points.csv', '-p', 1, '--metric', 'cosine')
        self.assertEqual(dict(line.split() for line in text.splitlines()),
                         {name: str(value) for name, value in facts.items()})

    def test_the_file_is_a_symmetric_matrix_of_the_weights(self):
        self.write('points.csv', '1,0\n1,1\n0,1\n')
        self.succeed('graph', 'points.csv', '-p', 1, '--metric', 'cosine', '-o', 'S.mtx')
        lines = (self.folder / 'S.mtx').read_text().splitlines()
        size, *entries = [line.split() for line in lines if not line.startswith('%')]
        self.assertEqual(size, ['3', '3', '4'])
        weights = {(int(i), int(j)): float(x) for i, j, x in entries}
        self.assertEqual(set(weights), {(1, 2), (2, 1), (2, 3), (3, 2)})
        for weight in weights.values():
            self.assertAlmostEqual(weight, math.sqrt(0.5), places=14)

    def test_weights_and_rules_are_those_asked_for(self):
        self.counts()
        for weight in ('binary', 'heat', 'local-scaling'):
            self.succeed('graph', 'counts.mtx', '-p', 3, '--weight', weight, '--bandwidth', 0.5,
                         '-o', weight + '.mtx')
        values = {line.split()[2]
                  for line in (self.folder / 'binary.mtx').read_text().splitlines()[2:]}
        self.assertEqual({float(value) for value in values}, {1})
        either, mutual = (json.loads(self.succeed('graph', 'counts.mtx', '-p', 3, '--rule', rule,
                                                  '--json'))['edges']
                          for rule in ('or', 'mutual'))
        self.assertLess(mutual, either)
        # each neighbor is one edge, or half of a mutual one
        self.assertLessEqual(either + mutual, 36 * 3)

    def test_counts_are_weighted_first(self):
        self.write('counts.mtx', matrix_market([[9, 1, 0], [9, 0, 1], [0, 1, 1], [9, 1, 0]]))
        for weighting in ('none', 'tfidf'):
            self.succeed('graph', 'counts.mtx', '-p', 1, '--weighting', weighting, '-o',
                         weighting + '.mtx')
        self.succeed('graph', 'counts.mtx', '-p', 1, '-o', 'auto.mtx')
        none, tfidf, auto = ((self.folder / name).read_text()
                             for name in ('none.mtx', 'tfidf.mtx', 'auto.mtx'))
        self.assertEqual(auto, tfidf)
        self.assertNotEqual(none, tfidf)

    def test_an_approximate_search_reports_its_recall(self):
        self.counts(n_blocks=6, documents=support.all_or_few(800, 700), words=60)
        exact = json.loads(self.succeed('graph', 'counts.mtx', '-p', 4, '--json'))
        self.assertEqual(exact['search'], 'exact')
        ask = ['graph', 'counts.mtx', '-p', 4, '--search', 'approximate', '--recall', 0.8]
        facts = json.loads(self.succeed(*ask, '--json', '-o', 'one.mtx', '--threads', 1))
        self.assertEqual(facts['search'], 'approximate')
        self.assertTrue(0.75 <= facts['recall'] <= 1, facts)
        self.assertGreater(facts['recall_sample'], 100)
        self.succeed(*ask, '-o', 'two.mtx', '--threads', 2)
        self.assertEqual((self.folder / 'one.mtx').read_text(),
                         (self.folder / 'two.mtx').read_text())
        self.assertRegex(self.succeed(*ask), r'(?m)^search +approximate\nrecall +[01]\.\d{3}$')
        self.fail_with(1, ask[:4] + ['--search', 'fast'], '--search fast',
                       'auto, exact, approximate')
        self.fail_with(1, ask[:4] + ['--recall', '0.3'], 'recall', '0.3')

    def test_the_search_of_a_clustering_is_in_its_summary(self):
        self.counts(n_blocks=6, documents=support.all_or_few(800, 700), words=60)
        self.succeed('cluster', 'counts.mtx', '-k', 3, '-m', 'lccf', '-s',
                     'graph-search=approximate', '-s', 'neighbors=4', '-o', 'results')
        found = json.loads((self.folder / 'results/summary.json').read_text())
        self.assertEqual(found['diagnostics']['graph_search'], 'approximate')
        self.assertGreater(float(found['diagnostics']['graph_recall']), 0.5)
        self.assertEqual(found['options']['graph-search'], 'approximate')
        self.counts()
        self.succeed('cluster', 'counts.mtx', '-k', 3, '-m', 'lccf', '-o', 'results')
        found = json.loads((self.folder / 'results/summary.json').read_text())
        self.assertEqual(found['diagnostics']['graph_search'], 'exact')
        self.assertNotIn('graph_recall', found['diagnostics'])

    def test_bad_words_and_numbers_are_refused(self):
        self.counts()
        self.fail_with(1, ['graph', 'counts.mtx', '-p', 5, '--weight', 'cosin'], '--weight cosin',
                       'cosine, binary')
        self.fail_with(1, ['graph', 'counts.mtx', '-p', 5, '--rule', 'and'], '--rule and',
                       'or, mutual')
        self.fail_with(1, ['graph', 'counts.mtx', '-p', 5, '--weighting', 'x'], 'x')
        self.fail_with(1, ['graph', 'counts.mtx', '-p', 0], '0')
        self.fail_with(1, ['graph', 'counts.mtx', '-p', 5, '--bandwidth', -1, '--weight', 'heat'],
                       '-1')
        self.fail_with(1, ['graph', 'counts.mtx'], '-p')
        self.fail_with(1, ['graph', 'counts.mtx', '-p', 5, '--gamma', 1],
                       '--gamma requires --adaptive')
        self.fail_with(1, ['graph', 'counts.mtx', '-p', 5, '--adaptive', '--rule', 'or'],
                       '--rule excludes --adaptive')


class Tables(ProgramTest):
    def test_methods_are_listed_with_their_papers(self):
        methods = json.loads(self.succeed('methods', '--json'))
        self.assertLessEqual({'cf', 'lccf', 'kmeans', 'spherical-kmeans'},
                             {method['name'] for method in methods})
        text = self.succeed('methods')
        for method in methods:
            self.assertEqual(sorted(method), ['name', 'reference', 'summary'])
            self.assertRegex(text, rf'(?m)^{method["name"]} ')

    def test_options_are_listed_with_the_defaults_of_the_method(self):
        lccf = {option['name']: option
                for option in json.loads(self.succeed('options', 'lccf', '--json'))}
        self.assertEqual((lccf['lambda']['default'], lccf['neighbors']['default']), (1, 5))
        self.assertIn('cosine', lccf['graph-weight']['values'])
        self.assertEqual(lccf['threads']['default'], 0)
        self.assertEqual((lccf['max-df']['minimum'], lccf['max-df']['maximum']), (0, 1))
        self.assertRegex(self.succeed('options', 'lccf'), r'(?m)^neighbors +5 ')
        kmeans = {option['name']
                  for option in json.loads(self.succeed('options', 'kmeans', '--json'))}
        self.assertNotIn('neighbors', kmeans)

    def test_common_options_are_shown_and_all_on_request(self):
        methods = [method['name'] for method in json.loads(self.succeed('methods', '--json'))]
        for method in [*methods, 'vectorizer']:
            tiers = {'common': [], 'expert': []}
            for option in json.loads(self.succeed('options', method, '--json')):
                tiers[option['tier']].append(option['name'])
            self.assertLessEqual(len(tiers['common']), 16, method)

            def listed(*arguments):
                """The names after each head of a table."""
                text = self.succeed('options', method, *arguments)
                return text, [re.findall(r'(?m)^([a-z-]+)  ', part)
                              for part in re.split(r'(?m)^(?:expert )?option .*\n', text)[1:]]

            short, names = listed()
            self.assertEqual(names, [tiers['common']])
            self.assertIn(f'{len(tiers["expert"])} expert options: manifact options {method} --all',
                          short)
            text, names = listed('--all')
            self.assertEqual(names, [tiers['common'], tiers['expert']])
            self.assertNotIn('--all', text)

    def test_every_default_can_be_set(self):
        self.counts()
        for method in ('lccf', 'kmeans'):
            options = json.loads(self.succeed('options', method, '--json'))
            settings = [f'-s{option["name"]}={option["default"]}' for option in options]
            self.succeed('cluster', 'counts.mtx', '-k', 3, '-m', method, *settings)

    def test_an_unknown_method_is_refused(self):
        self.fail_with(1, ['options', 'lcff'], 'lcff')


class Help(ProgramTest):
    def test_every_command_has_help(self):
        overview = self.succeed('--help')
        for command in COMMANDS:
            self.assertRegex(overview, rf'(?m)^  {command} ')
            text = self.succeed(command, '--help')
            self.assertIn(f'Usage: manifact {command} ', text)
            example = 'manifact cluster ' if command in ('methods',
                                                         'options') else f'manifact {command} '
            self.assertIn(example, text.split('Options:')[1])
            self.assertLessEqual(max(map(len, text.splitlines())), 80)
        self.assertIn('Usage: manifact cluster INPUT [options]', self.succeed('cluster', '-h'))
        self.assertIn('Usage: manifact topics ACTION MODEL [TOPIC...] [options]',
                      self.succeed('help', 'topics'))

    def test_the_version_is_printed(self):
        self.assertRegex(self.succeed('--version'), r'\Amanifact \d+\.\d+\.\d+\n\Z')


if __name__ == '__main__':
    support.main()
