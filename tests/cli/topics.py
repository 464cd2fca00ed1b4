"""manifact topics: lists, shows and edits the topics of a model."""
import csv
import json
import random

import support

WORDS = {'sport': 'goal match team player coach league stadium referee'.split(),
         'market': 'share profit bank price trade stock index rate'.split(),
         'film': 'actor director scene script camera cinema studio award'.split(),
         'garden': 'flower soil seed tree rain leaf root water'.split()}


class Topics(support.ProgramTest):
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

    def test_the_topics_are_listed(self):
        table = self.topics('list', self.model).splitlines()
        self.assertEqual(table[0].split()[:2], ['topic', 'documents'])
        self.assertEqual(len(table), 5)
        self.assertEqual([topic['size'] for topic in self.listed(self.model)], [20] * 4)

    def test_a_topic_is_shown_with_its_documents(self):
        text = self.topics('show', self.model, 2)
        self.assertIn('20 documents, 25.0 % of all', text)
        shown = json.loads(self.topics('show', self.model, 2, '--json'))
        self.assertEqual(len(shown['documents']), 10)
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
        written = json.loads((self.folder / 'topics/tree.json').read_text())
        self.assertEqual(sorted(leaves(written)), [0, 1, 2, 3])

    def test_a_merge_writes_a_model_that_assigns(self):
        before = self.labels('topics/labels.txt')
        self.assertIn('4 topics, now 3', self.topics('merge', self.model, 1, 3, '-o', 'm.manifact'))
        self.succeed('assign', 'm.manifact', 'texts.csv', '-o', 'new.txt', '-q')
        self.assertEqual(self.labels('new.txt'), [{3: 1}.get(label, label) for label in before])
        self.assertEqual([topic['size'] for topic in self.listed('m.manifact')], [20, 40, 20])
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
        named = [topic['name'] for topic in self.listed('c.manifact')]
        self.assertEqual(named, ['', 'Second, old', '', ''])
        self.assertIn('Second, old', self.topics('list', 'c.manifact'))
        self.topics('reduce', 'c.manifact', '--to', 2, '-o', 'd.manifact')
        edits = json.loads(self.topics('history', 'd.manifact', '--json'))
        self.assertEqual([edit['edit'] for edit in edits],
                         ['split 0 into 2', 'rename 2 Second, old', 'merge 0 1', 'reduce to 2'])
        self.assertEqual(edits[0]['map'], [0, 2, 3, 4])
        self.assertEqual(sum(topic['size'] for topic in self.listed('d.manifact')), 80)
        self.succeed('assign', 'd.manifact', 'texts.csv', '-q')

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

    def test_levels_are_nested(self):
        self.succeed('cluster', 'texts.csv', '--levels', '4,2', '-o', 'levels', '-q')
        with open(self.folder / 'levels/clusters.csv', newline='') as stream:
            rows = list(csv.DictReader(stream))
        pairs = {(row['cluster'], row['level_2']) for row in rows}
        self.assertEqual(len(pairs), 4)
        self.assertEqual({group for _, group in pairs}, {'0', '1'})
        written = json.loads((self.folder / 'levels/topics.json').read_text())
        self.assertEqual({(str(topic['topic']), str(topic['level_2'])) for topic in written}, pairs)
        for levels in ('2,2', '2,', '0', 'x'):
            self.fail_with(1, ('cluster', 'texts.csv', '--levels', levels, '-q'), '--levels')
        self.fail_with(1, ('cluster', 'texts.csv', '-k', 2, '--levels', 2, '-q'), 'exclude')

    def test_wrong_use_is_one_sentence(self):
        for arguments, part in ((('merg', self.model), "did you mean 'merge'"),
                                (('merge', self.model, 1), 'takes MODEL TOPIC TOPIC...'),
                                (('merge', self.model, 1, 2), '-o is missing'),
                                (('merge', self.model, 1, 9, '-o', 'x.manifact'),
                                 'topic 9 does not exist: the model has topics 0 to 3'),
                                (('show', self.model, 'one'), 'is not the number of a topic'),
                                (('reduce', self.model, '-o', 'x.manifact'), '--to is missing'),
                                (('tree', self.model, '--linkage', 'x'), 'ward, average'),
                                (('list', self.folder / 'texts.csv'), 'texts.csv')):
            self.fail_with(1, ('topics', *arguments), part)
        (self.folder / 'foreign').mkdir()
        self.write('foreign/note.txt', 'mine')
        self.fail_with(1, ('topics', 'hide', self.model, 0, '-o', 'foreign'), 'note.txt')


if __name__ == '__main__':
    support.main()
