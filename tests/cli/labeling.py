"""manifact suggest-labels and manifact label: what is asked, answers by keys and lines, the file of
the answers, undo, and the fit with the answers."""
import gzip
import json
import os
import pty
import signal
import time
import unittest

import support
from support import ProgramTest, topic_texts, tsv


class Labeling(ProgramTest):
    def setUp(self):
        super().setUp()
        self.pairs = topic_texts(20)
        self.write('texts.tsv', tsv(self.pairs))
        self.succeed('cluster', 'texts.tsv', '-k', 3, '-o', 'a.manifact', '-q')

    def answers(self, name='answers.tsv'):
        return [line.split('\t') for line in (self.folder / name).read_text().splitlines()]

    def label(self, keys, *more, code=0, model='a.manifact'):
        found, out, err = self.run_program('label', model, '--answers', 'answers.tsv', *more,
                                           stdin=keys.encode())
        self.assertEqual(found, code, err)
        return out, err


class SuggestLabels(Labeling):
    def test_documents_are_named_with_their_topics(self):
        found = json.loads(self.succeed('suggest-labels', 'a.manifact', '-n', 4, '--json'))
        self.assertEqual(len({one['document'] for one in found}), 4)
        self.assertEqual({one['topic'] for one in found}, {0, 1, 2})
        for one in found:
            self.assertEqual(one['id'], f'line {one["document"] + 1}')
            self.assertEqual(one['excerpt'], self.pairs[one['document']][1])
            self.assertGreaterEqual(one['margin'], 0)
        lines = self.succeed('suggest-labels', 'a.manifact', '-n', 4).splitlines()
        self.assertEqual([int(line.split()[0]) for line in lines[::2]],
                         [one['document'] for one in found])
        self.assertEqual(lines[1], '# ' + found[0]['excerpt'])

    def test_known_labels_are_not_asked_about(self):
        first = json.loads(self.succeed('suggest-labels', 'a.manifact', '-n', 5, '--json'))
        self.write('known.tsv', ''.join(f'{one["id"]}\t{self.pairs[one["document"]][0]}\n'
                                        for one in first))
        others = json.loads(self.succeed('suggest-labels', 'a.manifact', '-n', 5, '--json',
                                         '--labels', 'known.tsv'))
        self.assertFalse({one['id'] for one in first} & {one['id'] for one in others})
        code, out, err = self.run_program('suggest-labels', 'a.manifact', '-n', 100)
        self.assertEqual((code, len(out.splitlines())), (0, 120))
        self.assertIn('there are no more documents to ask about', err)

    def test_models_without_documents_are_refused(self):
        self.succeed('cluster', 'texts.tsv', '-k', 3, '-s', 'keep-data=no', '-o', 'b.manifact')
        self.fail_with(1, ['suggest-labels', 'b.manifact'], 'does not keep its documents')


class Label(Labeling):
    def test_answers_are_written_at_once_and_the_model_follows(self):
        classes = ('cooking', 'football', 'space')
        out, _ = self.label('n cooking\nn football\nn space\n\ns\n1\nq\n', '-o', 'b.manifact')
        rows = self.answers()
        self.assertEqual([name for _, name in rows[:3]], list(classes))
        self.assertEqual(len(rows), 5)
        self.assertEqual(rows[4][1], 'cooking')  # key 1, the first class that was answered
        self.assertIn('Fitted again with 5 labels', out)
        self.assertIn('skipped', out)
        listed = json.loads(self.succeed('topics', 'list', 'b.manifact', '--json'))
        self.assertEqual([topic['name'] for topic in listed], list(classes))
        # --labels reads them.
        self.succeed('cluster', 'texts.tsv', '-k', 3, '-m', 'rcf', '--labels', 'answers.tsv')

    def test_the_same_command_continues(self):
        self.label('n a\nn b\nq\n')
        before = (self.folder / 'answers.tsv').read_bytes()
        out, _ = self.label('n c\n')  # the end of the input ends the program
        self.assertIn('2 answers in answers.tsv', out)
        after = (self.folder / 'answers.tsv').read_bytes()
        self.assertTrue(after.startswith(before))
        self.assertEqual(len({document for document, _ in self.answers()}), 3)

    def test_undo_removes_the_last_answer_also_of_an_earlier_run(self):
        self.label('n a\nn b\nu\nn c\nq\n')
        self.assertEqual([name for _, name in self.answers()], ['a', 'c'])
        out, _ = self.label('u\nu\nu\nq\n')
        self.assertIn('there is no answer to undo', out)
        self.assertEqual((self.folder / 'answers.tsv').read_bytes(), b'')

    def test_a_line_that_was_not_written_to_the_end_is_removed(self):
        self.write('answers.tsv', 'line 4\tspace\nline 5\tspa')
        _, err = self.label('q\n')
        self.assertIn('its last line was not written to the end and is removed', err)
        self.assertEqual((self.folder / 'answers.tsv').read_text(), 'line 4\tspace\n')

    def test_wrong_files_and_names_are_refused(self):
        for text, message in (('line 4\n', 'line 1: expected "document<TAB>class"'),
                              ('line 4\ta\nline 99\ta\n', 'line 2: the model has no document'),
                              ('line 4\ta\nline 4\tb\n', 'line 2: the document has a class'),
                              ('line 4\tNA\n', 'line 1: "NA" means an unknown class')):
            self.write('answers.tsv', text)
            self.fail_with(1, ['label', 'a.manifact', '--answers', 'answers.tsv'], message)
        # A file of something else is left as it is.
        for text in ('precious', 'precious\tand more'):
            self.write('answers.tsv', text)
            self.fail_with(1, ['label', 'a.manifact', '--answers', 'answers.tsv'],
                           'without a line end')
            self.assertEqual((self.folder / 'answers.tsv').read_text(), text)
        os.remove(self.folder / 'answers.tsv')
        out, _ = self.label('n 0\nn\nNA\nn "x"\nz\nq\n')
        self.assertIn('"0" means an unknown class', out)
        self.assertIn('"NA" means an unknown class', out)
        self.assertIn('text without quotes', out)
        self.assertIn('no such key', out)
        self.assertEqual(self.answers(), [])
        self.fail_with(1, ['label', 'a.manifact', '--answers', 'a.manifact'], 'a.manifact')
        self.assertEqual(self.run_program('label', 'a.manifact')[0], 1)

    def test_more_classes_than_topics_are_kept_and_told(self):
        _, err = self.label('n a\nn b\nn c\nn d\nq\n', '--every', 4)
        self.assertIn('the answers have 4 classes, but the model 3 topics', err)
        self.assertIn('-k 4 -m rcf --labels answers.tsv', err)
        self.assertEqual(len(self.answers()), 4)

    def test_count_and_every(self):
        out, _ = self.label('\n' * 20, '-n', 5, '--every', 2)
        self.assertEqual(len(self.answers()), 5)
        self.assertEqual(out.count('Fitted again'), 2)

    def test_documents_with_ids_are_named_by_them(self):
        self.write('texts.csv', 'id,text\n' + ''.join(f'd{i},{text}\n'
                                                      for i, (_, text) in enumerate(self.pairs)))
        self.succeed('cluster', 'texts.csv', '-k', 3, '-o', 'c.manifact')
        self.label('n a\nn b\nq\n', model='c.manifact')
        self.assertTrue(all(document.startswith('d') for document, _ in self.answers()))
        self.write('twice.csv', 'id,text\n' + ''.join(f'd{i // 2},{text}\n'
                                                      for i, (_, text) in enumerate(self.pairs)))
        self.succeed('cluster', 'twice.csv', '-k', 3, '-o', 'd.manifact')
        os.remove(self.folder / 'answers.tsv')
        self.label('n a\nq\n', model='d.manifact')
        self.assertTrue(self.answers()[0][0].isdigit())

    def test_single_keys_on_a_terminal_and_interrupts(self):
        master, slave = pty.openpty()
        process = self.start('label', 'a.manifact', '--answers', 'answers.tsv', stdin=slave,
                             stdout=slave, stderr=slave, start_new_session=True)
        os.close(slave)
        seen = b''

        def until(text):
            nonlocal seen
            deadline = time.monotonic() + support.PATIENCE
            while text not in seen and time.monotonic() < deadline:
                seen += os.read(master, 4096)
            self.assertIn(text, seen)
            seen = seen.partition(text)[2]

        until(b'Class, or Enter for')
        os.write(master, b'2')  # no Enter
        until(b'Class, or Enter for')
        os.write(master, b'n')
        until(b'Name of the class: ')
        os.write(master, b'other\n')
        until(b'Class, or Enter for')
        os.write(master, b'\x1b[A')  # an arrow lists the keys
        until(b'these keys')
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(support.PATIENCE), 130)
        os.close(master)
        self.assertEqual(len(self.answers()), 2)
        self.assertEqual(self.answers()[1][1], 'other')


    # The topics of points have no titles: that they get names is no change.
    def test_names_for_topics_move_no_document(self):
        self.write('points.csv', 'x,y\n' + ''.join(
            f'{(10, 5, -5)[i % 3] + i % 7 / 9},{(0, 9, 9)[i % 3] + i % 5 / 7}\n'
            for i in range(90)))
        self.succeed('cluster', 'points.csv', '-k', 3, '-o', 'p.manifact', '-q')
        asked = json.loads(self.succeed('suggest-labels', 'p.manifact', '-n', 3, '--json'))
        self.assertEqual({one['document'] % 3 for one in asked}, {0, 1, 2})
        keys = ''.join(f'n {"abc"[one["document"] % 3]}\n' for one in asked)
        out, _ = self.label(keys + 'q\n', '--every', 3, model='p.manifact')
        self.assertIn('Fitted again with 3 labels: 0 of 90 documents changed their topic\n', out)


@unittest.skipIf(support.is_sanitized(), 'accuracies, not memory errors')
class WorkedExample(ProgramTest):
    """docs/topics/labeling.md on the BBC articles."""

    def test_answers_of_the_articles(self):
        text = gzip.decompress(self.shared('bbc_news/docs.tsv.gz').read_bytes()).decode()
        self.write('bbc.tsv', text)
        labels = [line.split('\t')[0] for line in text.splitlines()]
        self.succeed('cluster', 'bbc.tsv', '-k', 5, '-o', 'topics.manifact', '-q')
        asked = json.loads(self.succeed('suggest-labels', 'topics.manifact', '-n', 20, '--json'))
        self.write('answers.tsv', ''.join(f'{one["id"]}\tclass {labels[one["document"]]}\n'
                                          for one in asked))
        out = self.succeed('label', 'topics.manifact', '--answers', 'answers.tsv', '-o', 'labeled',
                           stdin=b'q\n')
        self.assertIn('Fitted again with 20 labels', out)
        summary = json.loads((self.folder / 'labeled/summary.json').read_text())
        self.assertEqual(sorted(summary['titles']), sorted({f'class {label}' for label in labels}))
        self.assertGreater(summary['evaluation']['accuracy'], .95)


support.main()
