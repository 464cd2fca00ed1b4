"""Hostile or endless input: names with terminal control characters, extreme JSON, lines without
end."""
import json
import os
import subprocess
import unittest

import support
from support import ProgramTest, matrix_market, block_counts, topic_texts, tsv

STEERING = {b'\x1b[31m': r'\x1b[31m', b'\n': r'\n', b'\r': r'\r', b'\x7f': r'\u007f',
            b'\x07': r'\x07', b'\x9b': r'\x9b', b'\xc2\x9b': r'\u009b',
            '\u202e'.encode(): r'\u202e', b'\xff\xfe': r'\xff\xfe'}


class Names(ProgramTest):
    def run_raw(self, *arguments, stdin=b''):
        process = self.start(*arguments, stdin=subprocess.PIPE)
        out, err = process.communicate(stdin, timeout=support.PATIENCE)
        return process.returncode, out, err

    def expect_harmless(self, printed):
        for steering in STEERING:
            if steering not in (b'\n', b'\x9b'):
                self.assertNotIn(steering, printed)
        self.assertEqual(printed.decode(), printed.decode(errors='replace'))

    def expect_error(self, shown, *arguments, **options):
        code, out, err = self.run_raw(*arguments, **options)
        self.assertEqual((code, out), (1, b''), err)
        self.expect_harmless(err)
        self.assertEqual(err.count(b'\n'), 1, err)
        self.assertIn(shown.encode(), err)

    def test_every_error_shows_them_escaped(self):
        for steering, shown in STEERING.items():
            name = b'a' + steering + b'b'
            shown = f'a{shown}b'
            with self.subTest(shown):
                self.expect_error(shown, 'cluster', name, '-k', 2)
                self.expect_error(shown, 'cluster', name + b'.tsv', '-k', 2)
                k_shown = 'a b' if steering == b'\n' else shown
                self.expect_error(k_shown, 'cluster', name, '-k', name)
                self.expect_error(shown, name)
                self.expect_error(shown, 'options', name)
                self.expect_error(shown, 'cluster', '-', '-k', 2, '--stop-words', name,
                                  stdin=b'a\tb\n')
                path = os.path.join(os.fsencode(self.folder), name)
                with open(path, 'wb') as file:
                    file.write(b'\x1f\x8b\x08\x00damaged gzip data')
                self.expect_error(shown, 'cluster', name, '-k', 2, '--format', 'tsv')
                self.expect_error('gzip', 'cluster', name, '-k', 2, '--format', 'mtx')
                self.expect_error(shown, 'cluster', '-', '-k', 2, '-m', 'rcf', '--labels', name,
                                  stdin=b'1,2\n3,4\n')

    def test_warnings_show_them_escaped(self):
        (self.folder / 'mails').mkdir()
        for i, (label, text) in enumerate(topic_texts()):
            self.write(f'mails/{i}', text)
        for steering, shown in STEERING.items():
            with self.subTest(shown):
                path = os.path.join(os.fsencode(self.folder), b'mails/00' + steering)
                with open(path, 'wb') as file:
                    file.write(b'no text \0')
                code, out, err = self.run_raw('cluster', 'mails', '-k', 3)
                self.assertEqual(code, 0, err)
                self.assertIn(f'the first is 00{shown}; --filter'.encode(), err)
                self.expect_harmless(out + err)
                os.unlink(path)

    def test_tables_json_and_places_show_them_escaped_and_files_keep_them(self):
        word = 'x\u202ey\u0085z\x7f'
        self.write('counts.mtx', matrix_market(block_counts()))
        self.write('terms.txt', ''.join(f'{word}{i}\n' for i in range(18)))
        command = ['cluster', 'counts.mtx', '-k', 3, '--terms', 'terms.txt']
        code, out, err = self.run_raw(*command, '-o', b'out\x1b[31m')
        self.assertEqual((code, err), (0, b''))
        self.assertIn(rb'x\u202ey\u0085z', out)
        self.assertIn(rb'Written to out\x1b[31m:', out)
        self.expect_harmless(out)
        code, out, _ = self.run_raw(*command, '--json')
        self.expect_harmless(out)
        terms = sum(json.loads(out)['top_terms'], [])
        self.assertTrue(all(term.startswith(word) for term in terms))
        self.write('a.jsonl', ''.join(json.dumps({'id': f'{word}{i}', 'text': text}) + '\n'
                                      for i, (_, text) in enumerate(topic_texts())))
        self.succeed('cluster', 'a.jsonl', '-k', 3, '-o', 'out', '-q')
        for command in (['topics', 'show', 'out/model.manifact', 0],
                        ['suggest-pairs', 'a.jsonl', '-k', 3, '-n', 3]):
            code, out, err = self.run_raw(*command)
            self.assertEqual((code, err), (0, b''))
            self.assertIn(rb'x\u202ey\u0085z', out)
            self.expect_harmless(out)
        self.assertIn(word.encode(), (self.folder / 'out/clusters.csv').read_bytes())


class Json(ProgramTest):
    GOOD = ''.join(json.dumps({'text': text}) + '\n' for _, text in topic_texts())

    def test_numbers_beyond_double_are_one_sentence_with_file_and_line(self):
        for number in ('1e999', '-1e999', '9' * 400, '1' + '0' * 100_000):
            for line in ('{"text": "goal", "x": %s}', '{"text": %s}',
                         '{"text": "a", "x": [[{"y": %s}]]}', '{"text": "éééé go\udcff", "x": %s}'):
                text = self.GOOD + line % number + '\n'
                self.write('a.jsonl', text.encode(errors='surrogateescape'))
                for command in (['cluster', 'a.jsonl', '-k', 3],
                                ['vectorize', 'a.jsonl', '-o', 'X.mtx']):
                    with self.subTest((number[:10], line)):
                        words = 'a.jsonl, line 37: number overflow'
                        self.fail_with(1, command, words, number[:100])
        numbers = '"x": 1e308, "y": 1e-999, "z": 18446744073709551616'
        self.write('a.jsonl', self.GOOD + '{"text": "goal", %s}\n' % numbers)
        self.succeed('cluster', 'a.jsonl', '-k', 3)

    def test_deep_nesting_is_read_or_refused(self):
        depth = 300_000  # nested calls would overflow the stack
        for value, is_good in (('[' * depth + ']' * depth, True), ('[' * depth, False),
                               ('{"a":' * depth + '1' + '}' * depth, True),
                               ('{"a":' * depth, False),
                               ('[' * depth + '1e999' + ']' * depth, False)):
            self.write('a.jsonl', self.GOOD + '{"text": "goal", "x": ' + value + '}\n')
            if is_good:
                fields = ['--label-field', 'x', '--id-field', 'x.a.a']
                self.succeed('cluster', 'a.jsonl', '-k', 3, *fields)
            else:
                self.fail_with(1, ['cluster', 'a.jsonl', '-k', 3], 'a.jsonl, line 37')


@unittest.skipIf(support.is_sanitized(), 'gigabytes of input take too long under sanitizers')
class Endless(ProgramTest):
    def test_an_endless_line_is_refused(self):
        self.fail_with(1, ['cluster', '/dev/zero', '-k', 2, '--format', 'mtx'],
                       '/dev/zero', 'line 1', 'longer than 1')

    def test_a_pipe_without_line_ends_is_refused(self):
        process = self.start('cluster', '-', '-k', 2, stdin=subprocess.PIPE)
        block, sent = b'1,' * (1 << 19), 0
        try:
            while sent < 3 << 30:
                sent += process.stdin.write(block)
        except BrokenPipeError:
            pass
        _, err = process.communicate(timeout=support.PATIENCE)
        self.assertEqual((process.returncode, err.count(b'\n')), (1, 1), err)
        self.assertIn('standard input, line 1 is longer than 1 GB', err.decode())
        self.assertLess(sent, 3 << 30)


if __name__ == '__main__':
    support.main()
