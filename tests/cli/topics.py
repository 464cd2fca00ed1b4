"""manifact topics: lists, shows and edits the topics of a model."""
import csv
import json
import random

import support

WORDS = {'sport': 'goal match team player coach league stadium referee'.split(),
         'market': 'share profit bank price trade stock index rate'.split(),
         'film': 'actor director scene script camera cinema studio award'.split(),
         'garden': 'flower soil seed tree rain leaf root water'.split()}


class ModelTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        rng, lines = random.Random(7), ['id,text,label,date']
        for i in range(80):
            name = list(WORDS)[i % 4]
            words = rng.choices(WORDS[name], k=12) + rng.choices(sum(WORDS.values(), []), k=2)
            lines.append(f'{name} {i},"{" ".join(words)}",{name},2024-01-{1 + i % 28:02}')
        self.write('texts.csv', '\n'.join(lines) + '\n')
        self.succeed('cluster', 'texts.csv', '-k', 4, '-o', 'topics', '-q')
        self.model = self.folder / 'topics/model.manifact'

    def topics(self, action, *arguments):
        return self.succeed('topics', action, *arguments)

    def listed(self, model):
        return json.loads(self.topics('list', model, '--json'))


class Topics(ModelTest):
    def test_the_topics_are_listed(self):
        table = self.topics('list', self.model).splitlines()
        self.assertEqual(table[0].split()[:2], ['topic', 'documents'])
        self.assertEqual(len(table), 5)
        listed = self.listed(self.model)
        self.assertEqual([topic['size'] for topic in listed], [20] * 4)
        self.assertEqual(table[0].split()[3], 'title')
        titles = [topic['title'] for topic in listed]
        self.assertEqual(len(set(titles)), 4)
        for topic, line in zip(listed, table[1:]):
            self.assertIn(topic['title'], line)
            name = topic['representatives'][0].split()[0]
            self.assertTrue(set(topic['title'].replace(',', '').split()) <= set(WORDS[name]))
        summary = json.loads((self.folder / 'topics/summary.json').read_text())
        self.assertEqual(summary['titles'], titles)
        report = (self.folder / 'topics/report.html').read_text()
        for title in titles:
            self.assertIn(f'"name":"{title}"', report)

    def test_a_topic_is_shown_with_its_documents(self):
        text = self.topics('show', self.model, 2)
        self.assertIn('20 documents, 25.0 % of all', text)
        shown = json.loads(self.topics('show', self.model, 2, '--json'))
        self.assertEqual(len(shown['documents']), 10)
        self.assertEqual(text.splitlines()[0], f'topic 2: {shown["title"]}')
        name = shown['documents'][0]['id'].split()[0]
        self.assertTrue(set(shown['top_terms'][:8]) <= set(WORDS[name]))
        self.assertEqual(len(shown['near']), 3)

    def test_the_tree_holds_every_topic_once(self):
        def leaves(node):
            return [node['topic']] if 'topic' in node else sum(map(leaves, node['children']), [])

        for linkage in ('ward', 'average'):
            tree = json.loads(self.topics('tree', self.model, '--json', '--linkage', linkage))
            self.assertEqual(sorted(leaves(tree)), [0, 1, 2, 3])
            self.assertEqual(len(self.topics('tree', self.model).splitlines()), 4)
        text = (self.folder / 'topics/tree.json').read_text()
        self.assertEqual(sorted(leaves(json.loads(text))), [0, 1, 2, 3])
        with open(self.folder / 'topics/timeline.csv', newline='') as stream:
            for row in csv.DictReader(stream):
                self.assertIn(f'{{"topic":{row["topic"]},"title":"{row["title"]}"}}', text)

    def test_a_merge_writes_a_model_that_assigns(self):
        before = self.labels('topics/labels.txt')
        self.assertIn('4 topics, now 3', self.topics('merge', self.model, 1, 3, '-o', 'm.manifact'))
        self.succeed('assign', 'm.manifact', 'texts.csv', '-o', 'new.txt', '-q')
        self.assertEqual(self.labels('new.txt'), [{3: 1}.get(label, label) for label in before])
        merged = self.listed('m.manifact')
        self.assertEqual([topic['size'] for topic in merged], [20, 40, 20])
        summary = json.loads((self.folder / 'topics/summary.json').read_text())
        self.assertEqual([merged[0]['title'], merged[2]['title']],
                         [summary['titles'][0], summary['titles'][2]])
        self.assertNotIn(merged[1]['title'], ['', *summary['titles']])
        self.assertEqual(self.topics('history', 'm.manifact'), 'merge 1 3\n')

    def test_a_folder_receives_labels_tables_and_report(self):
        self.topics('hide', self.model, 0, '-o', 'shown')
        labels = self.labels('shown/labels.txt')
        self.assertEqual(labels.count(-1), 20)
        with open(self.folder / 'shown/clusters.csv', newline='') as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual([int(row['cluster']) for row in rows], labels)
        self.assertEqual(rows[5]['id'], 'market 5')
        self.assertEqual((rows[5]['label'], rows[5]['date']), ('market', '2024-01-06'))
        report = (self.folder / 'shown/report.html').read_text()
        self.assertIn('market 5', report)
        self.assertEqual(json.loads((self.folder / 'shown/summary.json').read_text())['n_clusters'],
                         3)

    def test_edits_follow_each_other(self):
        self.topics('split', self.model, 0, '--into', 2, '-o', 'a.manifact')
        self.topics('rename', 'a.manifact', 2, 'Second, old', '-o', 'b.manifact')
        self.topics('merge', 'b.manifact', 0, 1, '-o', 'c.manifact')
        listed = self.listed('c.manifact')
        self.assertEqual([topic['name'] for topic in listed], ['', 'Second, old', '', ''])
        self.assertEqual(listed[1]['title'], 'Second, old')
        self.assertIn('Second, old', self.topics('list', 'c.manifact'))
        self.topics('reduce', 'c.manifact', '--to', 2, '-o', 'd.manifact')
        edits = json.loads(self.topics('history', 'd.manifact', '--json'))
        self.assertEqual([edit['edit'] for edit in edits],
                         ['split 0 into 2', 'rename 2 Second, old', 'merge 0 1', 'reduce to 2'])
        self.assertEqual(edits[0]['map'], [0, 2, 3, 4])
        self.assertEqual(sum(topic['size'] for topic in self.listed('d.manifact')), 80)
        self.succeed('assign', 'd.manifact', 'texts.csv', '-q')

    def test_a_name_reaches_whatever_shows_topics(self):
        self.topics('rename', self.model, 1, 'Ball, "games"', '-o', 'named')
        model = 'named/model.manifact'
        near = self.topics('show', model, 0).split('near topic')[1]
        self.assertIn('Ball, "games"', near)
        self.assertIn('Ball, "games"', self.topics('tree', model))
        page = (self.folder / 'named/report.html').read_text()
        renamed = [cluster.get('renamed') for cluster in
                   json.loads(page.split('id="data">')[1].split('</script>')[0])['clusters']]
        self.assertEqual(renamed, [None, True, None, None])
        before = json.loads(self.succeed('assign', self.model, 'texts.csv', '--json'))
        titles = [topic['title'] for topic in self.listed(self.model)]
        self.assertEqual([row['title'] for row in before], [titles[row['topic']] for row in before])
        titles[1] = 'Ball, "games"'
        after = json.loads(self.succeed('assign', model, 'texts.csv', '--json'))
        self.assertEqual([row['title'] for row in after], [titles[row['topic']] for row in after])
        self.succeed('assign', model, 'texts.csv', '-o', 'new.csv')
        with open(self.folder / 'new.csv', newline='') as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual([row['title'] for row in rows],
                         [titles[int(row['topic'])] for row in rows])
        self.assertEqual(list(rows[0]),
                         ['id', 'topic', 'title', 'top_terms', 'membership', 'margin'])
        table = self.succeed('assign', model, 'texts.csv').splitlines()
        self.assertIn('title', table[0])
        self.assertEqual(sum('Ball, "games"' in line for line in table), 20)
        self.assertNotIn('title', self.succeed('assign', self.model, 'texts.csv').splitlines()[0])

    def test_the_page_of_an_edit_is_not_named_after_the_file_of_the_model(self):
        self.topics('merge', self.model, 0, 1, '-o', 'merged')
        page = (self.folder / 'merged/report.html').read_text()
        self.assertNotIn('model.manifact', page.split('id="data">')[1].split('</script>')[0])

    def test_documents_that_were_not_kept_are_given_again(self):
        self.succeed('cluster', 'texts.csv', '-k', 4, '-o', 'bare', '-q', '-s', 'keep-data=no')
        bare = self.folder / 'bare/model.manifact'
        self.fail_with(1, ('topics', 'merge', bare, 0, 1, '-o', 'm.manifact'), 'keep-data=no')
        self.topics('merge', bare, 0, 1, '--input', 'texts.csv', '-o', 'm.manifact')
        self.topics('merge', self.model, 0, 1, '-o', 'kept.manifact')
        sizes = [[topic['size'] for topic in self.listed(f'{name}.manifact')]
                 for name in ('m', 'kept')]
        self.assertEqual(sizes[0], sizes[1])
        self.write('other.csv', 'id,text\n1,goal match\n')
        self.fail_with(1, ('topics', 'merge', bare, 0, 1, '--input', 'other.csv', '-q', '-o',
                           'x.manifact'), 'the documents are 1 x', 'fitted to 80 x')

    def test_levels_are_nested_and_topics_are_found_again(self):
        self.succeed('cluster', 'texts.csv', '--levels', '4,2', '-o', 'levels', '-q',
                     '--stability', 3)
        with open(self.folder / 'levels/clusters.csv', newline='') as stream:
            rows = list(csv.DictReader(stream))
        pairs = {(row['cluster'], row['level_2']) for row in rows}
        self.assertEqual(len(pairs), 4)
        self.assertEqual({group for _, group in pairs}, {'0', '1'})
        written = json.loads((self.folder / 'levels/topics.json').read_text())
        self.assertEqual({(str(topic['topic']), str(topic['level_2'])) for topic in written}, pairs)
        self.assertEqual([topic['stability'] for topic in written], [1] * 4)
        summary = json.loads((self.folder / 'levels/summary.json').read_text())
        self.assertEqual(summary['topic_numbers']['stability'], 1)
        self.fail_with(1, ('cluster', 'texts.csv', '-k', 2, '-m', 'rcf', '--stability', 3, '-q'),
                       'labels or pairs')
        for levels in ('2,2', '2,', '0', 'x'):
            self.fail_with(1, ('cluster', 'texts.csv', '--levels', levels, '-q'), '--levels')
        self.fail_with(1, ('cluster', 'texts.csv', '-k', 2, '--levels', 2, '-q'), 'exclusive')

    def test_wrong_use_is_one_sentence(self):
        (self.folder / 'y').mkdir()
        self.write('y/labels.txt', 'goal match')
        for arguments, part in ((('merg', self.model), "did you mean 'merge'"),
                                (('merge', self.model, 1), 'takes MODEL TOPIC TOPIC...'),
                                (('merge', self.model, 1, 2), '-o is missing'),
                                (('merge', self.model, 1, 9, '-o', 'x.manifact'),
                                 'there is no topic 9: 0 to 3'),
                                (('show', self.model, 'one'),
                                 'is not the number or the title of a topic'),
                                (('reduce', self.model, '-o', 'x.manifact'), '--to is missing'),
                                (('tree', self.model, '--linkage', 'x'), 'ward, average'),
                                (('list', self.model, '-o', 'x.manifact'), 'takes no -o'),
                                (('hide', self.model, 1, '--into', 2, '-o', 'x.manifact'),
                                 'takes no --into: it is for split'),
                                (('merge', self.model, 1, 2, '--json', '-o', 'x.manifact'),
                                 'takes no --json'),
                                (('rename', self.model, 1, 'x', '--input', 'texts.csv', '-o',
                                  'x.manifact'), 'takes no --input: it is for merge'),
                                (('merge', self.model, 1, 2, '--input', 'y/labels.txt', '-o', 'y'),
                                 'would overwrite the input'),
                                (('rename', self.model, 1, b'\xff', '-o', 'x.manifact'),
                                 'not UTF-8'),
                                (('rename', self.model, 1, '\x7f', '-o', 'x.manifact'),
                                 'without control characters'),
                                (('list', self.folder / 'texts.csv'), 'texts.csv')):
            self.fail_with(1, ('topics', *arguments), part)
        (self.folder / 'foreign').mkdir()
        self.write('foreign/note.txt', 'mine')
        self.fail_with(1, ('topics', 'hide', self.model, 0, '-o', 'foreign'), 'note.txt')


class Growth(ModelTest):
    """manifact update, on the model of the same texts."""
    def setUp(self):
        super().setUp()
        rng, lines = random.Random(8), ['id,text,date']
        for i in range(9):
            words = rng.choices(WORDS[list(WORDS)[i % 4]], k=12)
            lines.append(f'new {i},"{" ".join(words)} unheard","2024-02-{1 + i:02}"')
        lines[9] = 'new 8,"whisk batter oven flour",2024-02-09'
        self.write('new.csv', '\n'.join(lines) + '\n')

    def test_an_update_writes_what_cluster_writes(self):
        text = self.succeed('update', self.model, 'new.csv', '-o', 'grown')
        self.assertIn('9 documents added, now 89', text)
        self.assertIn('of these without a topic: 1', text)
        before, labels = self.labels('topics/labels.txt'), self.labels('grown/labels.txt')
        self.assertEqual(labels[:80], before)
        self.assertEqual(labels[80:], before[:4] * 2 + [-1])
        with open(self.folder / 'grown/clusters.csv', newline='') as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual((rows[79]['id'], rows[79]['label']), ('garden 79', 'garden'))
        self.assertEqual((rows[81]['id'], rows[81]['label'], rows[81]['date']),
                         ('new 1', '', '2024-02-02'))
        timeline = (self.folder / 'grown/timeline.csv').read_text()
        self.assertIn('2024-02', timeline)
        self.assertIn('new 3', (self.folder / 'grown/report.html').read_text())
        self.succeed('assign', 'grown/model.manifact', 'new.csv', '-o', 'again.txt', '-q')
        self.assertEqual(self.labels('again.txt'), labels[80:])

    def test_numbers_and_known_documents(self):
        numbers = json.loads(self.succeed('update', self.model, 'new.csv', '-o', 'a.manifact',
                                          '--json'))
        self.assertEqual((numbers['documents'], numbers['documents_added'], numbers['terms'],
                          numbers['unknown_terms'], numbers['unassigned_documents']),
                         (89, 9, 8 * 13 + 4, 8 + 4, 1))
        self.fail_with(1, ('update', 'a.manifact', 'new.csv', '-q', '-o', 'b.manifact'),
                       "the model already has a document 'new 0'", '--skip-known')
        self.assertFalse((self.folder / 'b.manifact').exists())
        self.fail_with(1, ('update', 'a.manifact', 'new.csv', '--skip-known', '-q', '-o',
                           'b.manifact'), 'already has all documents')
        self.write('more.csv', 'id,text\nnew 3,"goal match"\n,"goal match"\n')
        numbers = json.loads(self.succeed('update', 'a.manifact', 'more.csv', '--skip-known',
                                          '--refit', '-o', 'b.manifact', '--json', '-q'))
        self.assertEqual((numbers['documents'], numbers['documents_added'],
                          numbers['known_documents_left_out'], numbers['refit']), (90, 1, 1, True))
        self.assertLess(numbers['moved_documents'], 3)
        self.write('lines.tsv', 'goal match\nwhisk batter oven\n')
        self.fail_with(1, ('update', 'a.manifact', 'lines.tsv', '--skip-known', '-q', '-o',
                           'c.manifact'), 'the documents of lines.tsv have none')
        self.succeed('update', 'b.manifact', 'more.csv', '--skip-known', '-q', '-o', 'c.manifact')
        edits = json.loads(self.topics('history', 'c.manifact', '--json'))
        self.assertEqual([edit['documents_added'] for edit in edits], [1])

    def test_wrong_use_is_one_sentence(self):
        self.write('new.mtx', support.matrix_market([[1, 2]]))
        for arguments, part in (((self.model, 'new.csv'), '-o is missing'),
                                ((self.model, 'new.csv', '-o', '-'), '-o - is not supported'),
                                ((self.model, 'new.csv', '-o', 'x.manifact', '-s', 'lambda=1'),
                                 '--refit'),
                                ((self.model, 'new.csv', '--refit', '-s', 'lambd=1', '-q', '-o',
                                  'x.manifact'), "did you mean 'lambda'"),
                                ((self.model, 'new.mtx', '-q', '-o', 'x.manifact'),
                                 '2 features, but the model has')):
            self.fail_with(1, ('update', *arguments), part)
        self.succeed('cluster', 'texts.csv', '-k', 4, '-o', 'bare', '-q', '-s', 'keep-data=no')
        self.fail_with(1, ('update', 'bare/model.manifact', 'new.csv', '-q', '-o', 'x.manifact'),
                       'fit it again with keep-data=yes')
        self.assertFalse((self.folder / 'x.manifact').exists())


class Time(support.ProgramTest):
    def timeline(self, dates, *arguments):
        """The rows of timeline.csv; documents alternate between two topics."""
        texts = ['goal match team player', 'share profit bank price']
        rows = [f'{i},{texts[i % 2]} {texts[i % 2]},"{date}"' for i, date in enumerate(dates)]
        self.write('dated.csv', '\n'.join(['id,text,date', *rows]) + '\n')
        self.succeed('cluster', 'dated.csv', '-k', 2, '-o', 'out', '-q', *arguments)
        path = self.folder / 'out/timeline.csv'
        if not path.exists():
            return []
        with open(path, newline='') as stream:
            return list(csv.DictReader(stream))

    def days(self, dates, *arguments):
        """The days that have documents."""
        rows = self.timeline(dates, '--period', 'day', *arguments)
        return {row['start'] for row in rows if row['count'] != '0'}

    def test_dates_are_read_as_people_write_them(self):
        wanted = {'2024-03-15', '2024-03-18'}
        for first, second in (('2024-03-15', '2024-03-18T10:30:00Z'),
                              ('2024-03-15 23:59:59', '20240318'),
                              ('2024/03/15', '2024/3/18'), ('15.03.2024', '18.3.2024'),
                              ('15/03/2024', '18/03/2024'), ('03/15/2024', '3/18/2024'),
                              ('15 March 2024', 'March 18, 2024'),
                              ('Fri, 15 Mar 2024 10:00:00 +0100', 'Mon, 18 Mar 2024 23:00:00 GMT'),
                              ('Fri Mar 15 10:00:00 2024', 'Mon Mar 18 10:00:00 CET 2024'),
                              ('Fri Mar 15 10:00:00 +0000 2024', 'Mar 18 07:00:00 AM UTC 2024'),
                              ('15/Mar/24 10:00 AM', '18/Mar/24 1:00 PM'),
                              ('15-Mar-2024', '18-MAR-24'), ('Mar 15, 2024', 'Mar 18, 2024 9:00'),
                              ('15/Mar/2024:13:55:36 -0700', '18/Mar/2024:13:55:36 +0000'),
                              ('15-03-2024 10:00:00', '18-03-2024'), ('2024.03.15', '2024.3.18'),
                              ('2024/03/15 23:59', '18.03.24'), ('3/15/24', '3/18/24 10:00'),
                              ('1710460800', '1710720000'), ('1710460800000', '1710720000123'),
                              ('1710460800.0', '1710720000.5')):
            with self.subTest(first=first):
                self.assertEqual(self.days([first, second] * 4), wanted)
        self.assertEqual(self.days(['2024-03', '2024'] * 4), {'2024-03-01', '2024-01-01'})

    def test_slashes_are_read_as_the_whole_column_says(self):
        self.assertEqual(self.days(['03/04/2024', '25/04/2024'] * 4), {'2024-04-03', '2024-04-25'})
        self.assertEqual(self.days(['03/04/2024', '04/25/2024'] * 4), {'2024-03-04', '2024-04-25'})
        self.assertEqual(self.timeline(['03/04/2024', '05/06/2024'] * 4), [])

    def test_the_reading_of_slashes_is_told(self):
        self.timeline(['03/04/2024', '25/04/2024'] * 4)
        run = ('cluster', 'dated.csv', '-k', 2, '-o', 'told')
        self.assertIn('dates such as 03/04/2024 are read as day/month, as other dates show',
                      self.run_program(*run)[2])
        self.timeline(['03/04/24', '04/25/24'] * 4)
        self.assertIn('dates such as 03/04/24 are read as month/day', self.run_program(*run)[2])
        self.timeline(['03-04-2024', '05-06-2024'] * 4)
        self.assertIn("such as '03-04-2024' (day/month or month/day? 2024-03-15 is clear)",
                      self.run_program(*run)[2])

    def test_too_many_periods_are_refused_before_the_fit(self):
        self.timeline(['2024-03-15', '1970-01-01'] * 4)
        self.fail_with(1, ['cluster', 'dated.csv', '-k', 1000, '--period', 'day', '-q'],
                       '--period day: from 1970-01-01 to 2024-03-15 there are more than 1000 '
                       'periods; --period month has 651')
        many = self.timeline(['2024-03-15', '2021-07-01'] * 4, '--period', 'day')
        self.assertEqual(len({row['period'] for row in many}), 989)
        years = self.timeline(['0002-01-01', '2024-01-01'] * 4, '--period', 'year')
        self.assertEqual(len(years), 2 * 2023)

    def test_dates_that_cannot_be_read_are_reported(self):
        self.timeline(['2024-03-15', 'soon', '2023-02-29', '', '2024-03-16', '2024-13-01'] * 2)
        warnings = json.loads((self.folder / 'out/summary.json').read_text())['warnings']
        self.assertIn("6 dates cannot be read and are left out of the timeline, such as 'soon'",
                      warnings)
        self.assertEqual(self.timeline(['soon'] * 8), [])

    def test_periods_are_those_of_the_calendar(self):
        dates = ['2020-12-31', '2021-01-01', '2021-01-04', '2024-02-29'] * 2
        for unit, names in (('week', ['2020-W53', '2021-W01']), ('month', ['2020-12', '2021-01']),
                            ('quarter', ['2020-Q4', '2021-Q1']), ('year', ['2020', '2021'])):
            rows = self.timeline(dates, '--period', unit)
            periods = list(dict.fromkeys(row['period'] for row in rows))
            self.assertEqual(periods[:2], names)
            self.assertEqual(sum(int(row['count']) for row in rows), 8)
            for row in rows:
                same = [int(r['count']) for r in rows if r['period'] == row['period']]
                share = int(row['count']) / sum(same) if sum(same) else 0
                self.assertAlmostEqual(float(row['share']), share)
        rows = self.timeline(dates)
        self.assertEqual(len({row['period'] for row in rows}), 39, 'months: 60 periods at most')
        self.fail_with(1, ('cluster', 'dated.csv', '-k', 2, '-q', '--period', 'hour'), 'quarter')
        self.assertEqual(len(self.timeline(['0002-01-01', '2024-01-01'] * 4)), 2 * 2023)

    def test_terms_rise_and_fall(self):
        rng, rows = random.Random(3), ['text,date']
        for i in range(400):
            words = rng.choices(WORDS['sport' if i % 2 else 'film'], k=12)
            word = 'video' if rng.random() < i / 400 else 'paper'
            rows.append(f'{" ".join(words)} {word},{1990 + i // 20}')
        self.write('dated.csv', '\n'.join(rows) + '\n')
        self.succeed('cluster', 'dated.csv', '-k', 2, '-o', 'out', '-q', '-s', 'max-df=1')
        for topic in json.loads((self.folder / 'out/topics.json').read_text()):
            self.assertEqual((topic['rising'], topic['falling']), (['video'], ['paper']))
        self.succeed('topics', 'merge', 'out/model.manifact', 0, 1, '-o', 'one', '-q')
        self.assertTrue((self.folder / 'one/timeline.csv').exists())


if __name__ == '__main__':
    support.main()
