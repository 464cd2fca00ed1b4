"""manifact cluster: its input, its output files, and what it prints."""
import csv as csv_module
import gzip
import json
import struct

import support
from support import (RESULTS, SUMMARY_KEYS, ProgramTest, block_counts, csv, matrix_market,
                         same_groups, svmlight)

EIGENVECTORS = {'average-association', 'ratio-cut', 'ncut', 'cplr', 'clgr', 'can', 'pcan', 'ssc',
                'smce'}
BLOCKS = [i % 3 for i in range(36)]


class Cluster(ProgramTest):
    def summary(self, *arguments, **options):
        return json.loads(self.succeed('cluster', *arguments, '--json', '--quiet', **options))

    def test_a_summary_is_printed_and_nothing_is_written(self):
        self.counts()
        before = self.listing()
        out = self.succeed('cluster', 'counts.mtx', '-k', 3)
        self.assertIn('36 documents x 18 features in 3 clusters by auto', out)
        table = out.split('\n\n')[1].splitlines()
        self.assertEqual(table[0].split(),
                         ['cluster', 'size', 'share', 'cohesion', 'example', 'top', 'features'])
        self.assertEqual([row.split()[:3] for row in table[1:]],
                         [[str(c), '12', '33.3%'] for c in range(3)])
        self.assertEqual(self.listing(), before)

    def test_the_choice_by_views_is_in_the_summary_and_new_documents_follow_it(self):
        self.counts()
        for preset in 'quality', 'best':
            self.succeed('cluster', 'counts.mtx', '-k', 3, '-s', f'preset={preset}', '-o', 'views')
            summary = json.loads((self.folder / 'views/summary.json').read_text())
            found = summary['diagnostics']
            merged = found['view_score_merge'] > found['view_score_lsi']
            self.assertEqual(found['view_choice'] != 'lsi', merged)
            self.assertEqual(summary['options']['start'], 'merge' if merged else 'lsi')
            self.assertEqual(summary['options']['refine'], 'sizes')
            labels = self.labels('views/labels.txt')
            self.assertTrue(same_groups(labels, BLOCKS))
            self.succeed('assign', 'views/model.manifact', 'counts.mtx', '-o', 'again.txt')
            self.assertEqual(self.labels('again.txt'), labels)

    def test_a_directory_gets_its_files_and_no_other(self):
        self.counts()
        out = self.succeed('cluster', 'counts.mtx', '-k', 3, '-o', 'new/deep/results/')
        self.assertIn('Written to new/deep/results/', out)
        results = self.folder / 'new/deep/results'
        self.assertEqual(sorted(path.name for path in results.iterdir()), RESULTS)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ['counts.mtx', 'new'])
        self.assertTrue(same_groups(self.labels('new/deep/results/labels.txt'), BLOCKS))

    def test_a_name_that_ends_in_manifact_receives_the_model_alone(self):
        self.counts()
        self.succeed('cluster', 'counts.mtx', '-k', 3, '-o', 'results')
        out = self.succeed('cluster', 'counts.mtx', '-k', 3, '-o', 'new.manifact')
        self.assertIn('Written to new.manifact\n', out)
        self.assertIn('manifact assign new.manifact NEW', out)
        model = (self.folder / 'new.manifact').read_bytes()
        self.assertEqual(model, (self.folder / 'results/model.manifact').read_bytes())
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ['counts.mtx', 'new.manifact', 'results'])
        self.succeed('assign', 'new.manifact', 'counts.mtx', '-o', 'again.txt')
        self.assertEqual(self.labels('again.txt'), self.labels('results/labels.txt'))
        command = ['cluster', 'counts.mtx', '-k', 2, '-o', 'new.manifact']
        self.assertEqual(self.run_program(*command, '-q'), (0, '', ''))
        self.assertNotEqual((self.folder / 'new.manifact').read_bytes(), model)
        self.assertEqual(json.loads(self.succeed(*command, '--json'))['n_clusters'], 2)
        self.fail_with(1, [*command, '--memberships', 'csv'], '--memberships', 'new.manifact')
        (self.folder / 'folder.manifact').mkdir()
        for path in ('folder.manifact', 'missing/new.manifact'):
            self.fail_with(1, [*command[:-1], path], path)
        (self.folder / 'counts.mtx').rename(self.folder / 'counts.manifact')
        self.fail_with(1, ['cluster', 'counts.manifact', '--format', 'mtx', '-k', 2, '-o',
                           'counts.manifact'], 'would overwrite the input')

    def test_clusters_csv_agrees_with_the_labels(self):
        self.counts()
        self.succeed('cluster', 'counts.mtx', '-k', 3, '-o', 'results')
        with open(self.folder / 'results/clusters.csv', newline='') as file:
            rows = list(csv_module.reader(file))
        self.assertEqual(rows[0], ['document', 'cluster', 'membership', 'margin', 'title'])
        self.assertEqual([int(row[0]) for row in rows[1:]], list(range(36)))
        self.assertEqual([int(row[1]) for row in rows[1:]], self.labels('results/labels.txt'))
        # the largest of three shares
        self.assertTrue(all(1 / 3 <= float(row[2]) <= 1 for row in rows[1:]))

    def test_an_empty_document_is_unassigned_with_membership_0(self):
        rows = block_counts()
        rows[4] = [0] * len(rows[4])
        self.write('counts.mtx', matrix_market(rows))
        code, _, err = self.run_program('cluster', 'counts.mtx', '-k', 3, '-o', 'results')
        self.assertEqual(code, 0)
        self.assertIn('manifact: warning: 1 of 36 documents', err)
        self.assertEqual(self.labels('results/labels.txt')[4], -1)
        self.assertEqual((self.folder / 'results/clusters.csv').read_text().splitlines()[5],
                         '4,-1,0,0,')

    def test_the_summary_has_exactly_the_keys_of_the_contract(self):
        self.counts()
        printed = self.summary('counts.mtx', '-k', 3, '-o', 'results')
        written = json.loads((self.folder / 'results/summary.json').read_text())
        self.assertEqual(list(printed), [*SUMMARY_KEYS, 'map'])
        self.assertEqual(list(written), [*SUMMARY_KEYS, 'map'])
        self.assertEqual(printed, written)
        self.assertEqual((printed['n_documents'], printed['n_terms'], printed['n_clusters']),
                         (36, 18, 3))
        self.assertEqual(printed['sizes'], [12, 12, 12])
        self.assertTrue(all(6 <= len(terms) <= 10 for terms in printed['top_terms']))
        labels = self.labels('results/labels.txt')
        for cluster, documents in enumerate(printed['representatives']):
            self.assertEqual([labels[document] for document in documents], [cluster] * 5)
        self.assertIs(type(printed['seconds']), float)
        self.assertGreater(printed['peak_bytes'], 1 << 20)

    def test_more_pairs_of_top_terms_than_the_budget_are_refused_before_the_fit(self):
        self.fail_with(1, ['cluster', 'counts.mtx', '-k', 3, '-o', 'out', '-s', 'top-terms=800',
                           '-s', 'memory-budget=1048576'],
                       'the pairs of 800 top-terms need 1281600 bytes, more than the memory-budget '
                       'of 1048576')

    def test_the_summary_lists_the_options_in_force(self):
        self.counts()
        summary = self.summary('counts.mtx', '-k', 3, '--seed', 7, '-s', 'lambda=2.5', '-s',
                               'neighbors=4', '--weighting', 'none')
        self.assertEqual(summary['seed'], 7)
        options = summary['options']
        self.assertEqual((options['seed'], options['lambda'], options['neighbors'],
                          options['weighting']), (7, 2.5, 4, 'none'))
        listed = json.loads(self.succeed('options', 'auto', '--json'))
        self.assertEqual(sorted(options), sorted(option['name'] for option in listed))

    def test_an_option_wins_over_the_preset_in_either_order(self):
        self.counts()
        for settings in (['preset=paper', 'lambda=3'], ['lambda=3', 'preset=paper']):
            summary = self.summary('counts.mtx', '-k', 3, '-m', 'lccf', '-s', settings[0], '-s',
                                   settings[1])
            self.assertEqual((summary['options']['lambda'], summary['options']['normalization']),
                             (3, 'unit-memberships'))

    def test_terms_name_the_features(self):
        self.counts()
        words = [f'wört{j}' for j in range(18)]
        self.write('terms.txt', '\r\n'.join(words) + '\r\n')
        named = self.summary('counts.mtx', '-k', 3, '--terms', 'terms.txt')['top_terms']
        numbered = self.summary('counts.mtx', '-k', 3)['top_terms']
        self.assertEqual(named,
                         [[words[int(term.removeprefix('feature '))] for term in terms]
                          for terms in numbered])
        self.assertIn(named[0][0],
                      self.succeed('cluster', 'counts.mtx', '-k', 3, '--terms', 'terms.txt'))

    def test_terms_that_are_not_utf8_are_harmless(self):
        self.counts()
        self.write('terms.txt', b'\xff\xfe\n\x1b[31mred\n' + b'"quoted", \\\n' * 16)
        self.summary('counts.mtx', '-k', 3, '--terms', 'terms.txt')
        self.assertNotIn('\x1b',
                         self.succeed('cluster', 'counts.mtx', '-k', 3, '--terms', 'terms.txt'))

    def test_every_format_of_the_same_counts_gives_the_same_labels(self):
        rows = block_counts()
        self.write('counts.mtx', matrix_market(rows))
        self.write('counts.mtx.gz', gzip.compress(matrix_market(rows).encode()))
        self.write('counts.svm', svmlight(rows))
        self.write('counts.csv', csv(rows))
        self.write('nameless', matrix_market(rows))
        # a dense file is taken as it is unless told otherwise
        as_counts = ['--weighting', 'tfidf', '-s', 'scaling=unit-rows']
        for i, arguments in enumerate((['counts.mtx'], ['counts.mtx.gz'], ['counts.svm'],
                                       ['counts.csv', *as_counts], ['nameless'],
                                       ['nameless', '--format', 'mtx'])):
            self.succeed('cluster', *arguments, '-k', 3, '-o', f'results{i}')
            self.assertEqual(self.labels(f'results{i}/labels.txt'),
                             self.labels('results0/labels.txt'), arguments)

    def test_names_of_rows_without_a_name_are_no_feature(self):
        rows = block_counts()
        self.write('rows.csv', csv(rows))
        expected = self.summary('rows.csv', '-k', 3)
        columns, names = range(len(rows[0])), [f'Mary Roe number {i}' for i in range(len(rows))]
        for case, header, index in (
                ('pandas', ['', *(f'x{j}' for j in columns)], range(len(rows))),
                ('array of pandas', ['', *columns], range(len(rows))),
                ('R', [f'"{name}"' for name in ('', *columns)],
                 [f'"{name}, ""R"""' for name in names]),
                ('title', ['', 'title', *(f'x{j}' for j in columns[1:])], names)):
            text = csv([header, *([name, *row] for name, row in zip(index, rows))])
            for name in ('-', 'named.csv', 'nameless'):
                with self.subTest(case=case, name=name):
                    if name != '-':
                        self.write(name, text)
                    code, out, err = self.run_program('cluster', name, '-k', 3, '--json',
                                                      stdin=text.encode())
                    self.assertEqual(code, 0, err)
                    summary = json.loads(out)
                    for key in ('n_terms', 'objective', 'sizes'):
                        self.assertEqual(summary[key], expected[key])
                    self.assertLessEqual({*sum(summary['top_terms'], [])},
                                         {str(name).strip('"') for name in header[1:]})
                    self.assertRegex(err, 'the first column, which has no name, is skipped\n|'
                                          '(id|left out): column 1, which has no name\n')

    def test_the_header_of_a_table_names_its_features(self):
        rows = block_counts()
        names = [f'x{j}' for j in range(len(rows[0]))]
        self.write('names.txt', ''.join(f'{name}\n' for name in names))
        self.write('rows.csv', csv(rows))
        expected = self.summary('rows.csv', '-k', 3, '--terms', 'names.txt')
        self.write('named.csv', csv([names, *rows]))
        self.write('half.csv', csv([['x0', '', '', *names[3:]], *rows]))
        self.write('other.txt', ''.join(f'{name.upper()}\n' for name in names))
        found = self.summary('named.csv', '-k', 3)
        for key in ('top_terms', 'objective', 'sizes'):
            self.assertEqual(found[key], expected[key], key)
        self.assertLessEqual({*sum(found['top_terms'], [])}, {*names})
        half = self.summary('half.csv', '-k', 3)['top_terms']
        self.assertEqual([[f'x{name[8:]}' if ' ' in name else name for name in names]
                          for names in half], found['top_terms'])
        self.assertIn('feature 1', sum(half, []))
        self.assertIn('X3', sum(self.summary('named.csv', '-k', 3, '--terms',
                                             'other.txt')['top_terms'], []))
        years = [f'"{2000 + j}-01-01, ""x"""' for j in range(len(names))]
        self.write('dated.csv', csv([years, *rows]))
        self.assertIn('2003-01-01, "x"', sum(self.summary('dated.csv', '-k', 3)['top_terms'], []))
        self.write('saved.csv', '# ' + csv([names, *rows]))
        self.assertEqual(self.summary('saved.csv', '-k', 3)['top_terms'], found['top_terms'])

    def test_a_model_of_a_table_does_not_take_text(self):
        rows = block_counts()
        self.write('named.csv', csv([[f'x{j}' for j in range(len(rows[0]))], *rows]))
        self.write('text.tsv', 'a\tx1 x2 x3\n')
        self.succeed('cluster', 'named.csv', '-k', 3, '-o', 'named.manifact')
        for command in (['assign', 'named.manifact', 'text.tsv'],
                        ['update', 'named.manifact', 'text.tsv', '-o', 'new.manifact'],
                        ['topics', 'merge', 'named.manifact', 0, 1, '--input', 'text.tsv', '-o',
                         'new.manifact']):
            self.fail_with(1, command, 'has no vocabulary', 'text.tsv must be a matrix too')

    def test_standard_input_is_read(self):
        text = (self.folder / self.counts()).read_bytes()
        from_file, from_pipe = self.summary('counts.mtx', '-k',
                                            3), self.summary('-', '-k', 3, stdin=text)
        self.assertEqual(from_file['objective'], from_pipe['objective'])
        self.assertEqual(self.summary('-', '-k', 3, stdin=gzip.compress(text))['sizes'],
                         from_file['sizes'])

    def test_every_method_clusters(self):
        self.counts()
        self.write('some.txt',
                   ''.join(f'{block + 1 if i == BLOCKS.index(block) else 0}\n' for i,
                           block in enumerate(BLOCKS)))
        for method in json.loads(self.succeed('methods', '--json')):
            several = [] if method['name'] in EIGENVECTORS else ['-s', 'restarts=10']
            if method['name'] == 'label-propagation':
                several = ['--labels', 'some.txt']
            summary = self.summary('counts.mtx', '-k', 3, '-m', method['name'], *several, '-o',
                                   method['name'])
            self.assertEqual(summary['method'], method['name'])
            self.assertTrue(same_groups(self.labels(method['name'] + '/labels.txt'), BLOCKS),
                            method['name'])

    def test_coclustering_reports_the_features_too(self):
        self.counts()
        self.write('terms.txt', '\n'.join(f'word{j}' for j in range(18)))
        printed = self.succeed('cluster', 'counts.mtx', '-k', 3, '-m', 'drcc', '-s', 'lambda=1',
                               '--terms', 'terms.txt', '-o', 'results')
        self.assertIn('features.csv', printed)
        self.assertIn('clusters (lift)', printed)
        blocks = json.loads((self.folder / 'results/summary.json').read_text())['feature_clusters']
        self.assertEqual(list(blocks), ['sizes', 'top_terms', 'clusters', 'mass', 'mean', 'lift'])
        self.assertEqual(sum(blocks['sizes']), 18)
        lines = (self.folder / 'results/features.csv').read_text().splitlines()
        self.assertEqual(lines[0], 'feature,cluster,membership,term')
        clusters = [int(line.split(',')[1]) for line in lines[1:]]
        self.assertEqual([clusters.count(b) for b in range(3)], blocks['sizes'])
        self.assertTrue(all(line.endswith(f',word{j}') for j, line in enumerate(lines[1:])))
        # the words of a block are its documents'
        self.assertTrue(same_groups(clusters, [j // 6 for j in range(18)]))
        for b, owners in enumerate(blocks['clusters']):
            self.assertEqual(len(owners), 1)
            self.assertEqual(max(range(3), key=lambda a: blocks['lift'][a][b]), owners[0])
        self.succeed('cluster', 'counts.mtx', '-k', 3, '-o', 'plain')
        self.assertFalse((self.folder / 'plain/features.csv').exists())

    def test_threads_change_no_byte(self):
        self.counts(n_blocks=4, documents=60, words=10)
        for method in ('lccf', 'kmeans', 'nmf', 'drcc'):
            for threads in (1, 2, 5):
                self.succeed('cluster', 'counts.mtx', '-k', 4, '-m', method, '--threads', threads,
                             '-o', f'{method}{threads}')
            for name in ('labels.txt', 'clusters.csv', 'model.manifact'):
                files = {(self.folder / f'{method}{threads}' / name).read_bytes()
                         for threads in (1, 2, 5)}
                self.assertEqual(len(files), 1, (method, name))

    def test_a_mat_file_is_its_matrix(self):
        counts = block_counts()
        element = lambda kind, payload: struct.pack('<ii', kind,
                                                    len(payload)) + payload + bytes(
                                                        -len(payload) % 8)
        columns = struct.pack(f'<{len(counts) * len(counts[0])}d',
                              *(row[j] for j in range(len(counts[0])) for row in counts))
        matrix = element(6,
                         struct.pack('<ii', 6, 0)) + element(5,
                                                             struct.pack('<ii', len(counts),
                                                                         len(counts[0]))) + element(
                                                                             1, b'fea')
        (self.folder / 'counts.mat').write_bytes(b'MATLAB 5.0 MAT-file'.ljust(124) + b'\x00\x01IM'
                                                 + element(14, matrix + element(9, columns)))
        code, out, err = self.run_program('cluster', 'counts.mat', '-k', 3, '--json', '--quiet')
        if code != 0 and 'libmatio' in err:
            self.skipTest('this build has no libmatio')
        self.assertEqual(code, 0, err)
        self.assertEqual((json.loads(out)['n_documents'], json.loads(out)['n_terms'],
                          json.loads(out)['sizes']), (36, 18, [12] * 3))

    def test_a_given_graph_is_used(self):
        self.counts()
        self.succeed('graph', 'counts.mtx', '-p', 5, '-o', 'S.mtx')
        own, built = (self.summary('counts.mtx', '-k', 3, '-m', 'lccf', *graph)
                      for graph in (['--graph', 'S.mtx'], []))
        self.assertEqual((own['diagnostics']['graph'], built['diagnostics']['graph']),
                         ('given', 'knn'))
        self.assertEqual(own['diagnostics']['graph_edges'], built['diagnostics']['graph_edges'])
        self.assertAlmostEqual(own['objective'], built['objective'], places=9)

    def test_older_results_are_replaced_and_other_files_kept(self):
        self.counts()
        self.succeed('cluster', 'counts.mtx', '-k', 3, '-o', 'results')
        self.write('results/notes.txt', 'mine')
        self.fail_with(1, ['cluster', 'counts.mtx', '-k', 2, '-o', 'results'], 'results',
                       'notes.txt', '--force')
        self.succeed('cluster', 'counts.mtx', '-k', 2, '-o', 'results', '--force')
        self.assertEqual(sorted(path.name for path in (self.folder / 'results').iterdir()),
                         sorted(RESULTS + ['notes.txt']))
        self.assertEqual(json.loads((self.folder / 'results/summary.json').read_text())[
            'n_clusters'], 2)
        self.assertEqual(set(self.labels('results/labels.txt')), {0, 1})

    def test_quiet_prints_nothing_where_files_are_written(self):
        self.counts()
        self.assertEqual(self.run_program('cluster', 'counts.mtx', '-k', 3, '-m', 'lccf', '-o',
                                          'results', '-q', '-s', 'max-iterations=1'), (0, '', ''))

    def test_a_warning_is_one_line_and_no_failure(self):
        self.counts()
        code, out, err = self.run_program('cluster', 'counts.mtx', '-k', 3, '-m', 'lccf', '--json',
                                          '-s', 'max-iterations=1')
        summary = json.loads(out)
        self.assertEqual((code, summary['status'], summary['converged']),
                         (0, 'ITERATION_LIMIT', False))
        self.assertEqual(err,
                         ''.join(f'manifact: warning: {warning}\n'
                                 for warning in summary['warnings']))
        self.assertEqual(len(summary['warnings']), 1)

    def test_a_refinement_that_is_not_taken_is_told_in_a_line(self):
        state = 88172645463325252

        def below(bound):  # as in tests/support/corpus.hpp
            nonlocal state
            state = (state ^ state << 13) & (1 << 64) - 1
            state ^= state >> 7
            state = (state ^ state << 17) & (1 << 64) - 1
            return state % bound

        rows = []
        for i in range(500):
            row = [0] * 20
            for _ in range(8):
                own = i % 2 * 10 + below(1 + below(10))
                row[own if below(10) < 8 else below(20)] += 1
            rows.append(row)
        self.write('short.mtx', matrix_market(rows))
        for k, line in (4, ''), (7, 'manifact: refine=sizes is not taken: it would move 111 of 500 '
                                    'documents, more than a tenth\n'):
            code, out, err = self.run_program('cluster', 'short.mtx', '-k', k, '--json')
            self.assertEqual((code, err), (0, line))
            self.assertEqual(json.loads(out)['diagnostics'].get('refinement_would_move'),
                             111 if line else None)

    def test_fewer_distinct_documents_than_clusters_is_a_warning(self):
        self.write('twins.csv', '1,0\n0,1\n1,0\n0,1\n')
        code, out, err = self.run_program('cluster', 'twins.csv', '-k', 3, '-m', 'kmeans', '--json')
        self.assertEqual((code, json.loads(out)['status']), (0, 'FEWER_CLUSTERS'))
        self.assertIn('manifact: warning: ', err)


if __name__ == '__main__':
    support.main()
