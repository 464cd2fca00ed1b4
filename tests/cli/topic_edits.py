"""manifact topics apply: many edits at once, all or none; topics by their titles."""
import csv
import json

import support
from topics import ModelTest


class Apply(ModelTest):
    def edits(self, *edits, **members):
        return self.write('edits.json', json.dumps({'version': 1, 'edits': edits, **members},
                                                   ensure_ascii=False))

    def titles(self):
        return [topic['title'] for topic in self.listed(self.model)]

    def test_edits_name_the_topics_of_the_model_and_equal_single_ones(self):
        titles = self.titles()
        self.edits({'hide': 0}, {'merge': [1, titles[3].upper()], 'name': 'Both'},
                   {'rename': 2, 'name': 'Größe'})
        out = self.topics('apply', self.model, 'edits.json', '-o', 'all.manifact')
        self.assertIn('4 topics, now 2', out)
        self.topics('hide', self.model, 0, '-o', 'a.manifact')
        self.topics('merge', 'a.manifact', 0, 2, '-o', 'b.manifact')
        self.topics('rename', 'b.manifact', 0, 'Both', '-o', 'c.manifact')
        self.topics('rename', 'c.manifact', 1, 'Größe', '-o', 'd.manifact')
        self.assertEqual((self.folder / 'all.manifact').read_bytes(),
                         (self.folder / 'd.manifact').read_bytes())
        self.assertEqual([topic['title'] for topic in self.listed('all.manifact')],
                         ['Both', 'Größe'])

    def test_later_edits_follow_merged_and_reduced_topics(self):
        self.edits({'merge': [2, 3]}, {'rename': 3, 'name': 'Last'}, {'split': 0, 'into': 3},
                   {'reduce': 4, 'linkage': 'average'})
        self.topics('apply', self.model, 'edits.json', '-o', 'all')
        listed = self.listed('all/model.manifact')
        self.assertEqual(len(listed), 4)
        with open(self.folder / 'all/clusters.csv', newline='') as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual({row['title'] for row in rows}, {topic['title'] for topic in listed})

    def test_nothing_is_written_if_one_edit_is_wrong(self):
        ok = {'rename': 0, 'name': 'x'}
        for edit, part in (({'merge': [1]}, 'two or more'), ({'merge': [1, 1]}, 'given twice'),
                           ({'hide': [9]}, 'no topic 9: 0 to 3'),
                           ({'hide': ['nix']}, "'nix' is not"),
                           ({'rename': 1}, 'needs a "name"'), ({'rename': 0, 'name': 'y'}, 'twice'),
                           ({'split': 1, 'into': 1}, 'from 2 to 80'),
                           ({'reduce': 5}, 'from 1 to 4'),
                           ({'hide': 1, 'split': 2}, 'two edits'), ({'drop': 1}, 'expected one of'),
                           ({'hide': 1, 'into': 2}, 'no member "into"'), (3, 'expected one of'),
                           ({'reduce': 2, 'linkage': 'x'}, 'ward or average'),
                           ({'hide': [0, 1, 2, 3]}, ''), ({'hide': 1.5}, 'a number or a title')):
            with self.subTest(edit=edit):
                self.edits(ok, edit)
                self.fail_with(1, ('topics', 'apply', self.model, 'edits.json', '-o', 'x.manifact'),
                               'edits.json, edit 2: ', part)
        for first, second, part in (({'hide': 1}, {'rename': 1, 'name': 'x'}, 'hidden'),
                                    ({'split': 1}, {'merge': [1, 2]}, 'split'),
                                    ({'merge': [1, 2]}, {'merge': [2, 1]}, 'one already')):
            self.edits(first, second)
            self.fail_with(1, ('topics', 'apply', self.model, 'edits.json', '-o', 'x.manifact'),
                           'edit 2: ', part)

    def test_the_file_has_a_version_and_edits(self):
        for content, part in (('{', 'is not JSON'), ('[]', 'expected {"version": 1'),
                              ('{"edits": [{"hide": 0}]}', '"version": 1'),
                              ('{"version": 2, "edits": []}', 'found 2'),
                              ('{"version": 1, "edits": []}', 'has no edits'),
                              ('{"version": 1, "edits": [], "x": 1}', 'no member "x"')):
            self.write('edits.json', content)
            self.fail_with(1, ('topics', 'apply', self.model, 'edits.json', '-o', 'x.manifact'),
                           part)


class Titles(ModelTest):
    def test_titles_are_accepted_in_any_case(self):
        for i, name in enumerate(('ÄPFEL', 'same', 'Same', '0')):
            self.topics('rename', self.model if i == 0 else f'm{i}.manifact', i, name, '-o',
                        f'm{i + 1}.manifact')
        shown = json.loads(self.topics('show', 'm4.manifact', 'äpfel', '--json'))
        self.assertEqual(shown['topic'], 0)
        self.topics('hide', 'm4.manifact', 'äpfeL', '-o', 'h.manifact')
        self.assertEqual(len(self.listed('h.manifact')), 3)
        self.fail_with(1, ('topics', 'show', 'm4.manifact', 'SAME'), '1 (same), 2 (Same)')
        self.fail_with(1, ('topics', 'show', 'm4.manifact', '0'), '0 (ÄPFEL), 3 (0)')
        self.fail_with(1, ('topics', 'show', 'm4.manifact', 'ÄPFL'), 'did you mean')


if __name__ == '__main__':
    support.main()
