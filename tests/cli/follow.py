"""assign --follow: an answer for each line, while the input goes on."""
import bz2
import gzip
import http.client
import json
import lzma
import os
import pathlib
import select
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import unittest
import urllib.error
import urllib.request

import support
from support import PATIENCE, ProgramTest, topic_texts, tsv


EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / 'examples/follow'


class Follow(ProgramTest):
    def setUp(self):
        super().setUp()
        self.texts = [text for _, text in topic_texts()]
        self.write('texts.tsv', tsv(topic_texts()))
        self.succeed('cluster', 'texts.tsv', '-k', '3', '-o', 'model.manifact')

    def follow(self, content, *more, model='model.manifact'):
        """The answers to an input that is there from the beginning."""
        out = self.succeed('assign', model, '-', '--follow', '-q', *more,
                           stdin=content if isinstance(content, bytes) else content.encode())
        return [json.loads(line) for line in out.splitlines()]

    def served(self, *more):
        process = self.start('assign', 'model.manifact', '-', '--follow', *more,
                             stdin=subprocess.PIPE)
        self.addCleanup(process.kill)
        return process

    def ask(self, process, line):
        """Asks, and waits for the answer to this line alone."""
        process.stdin.write(line.encode() + b'\n')
        process.stdin.flush()
        self.assertTrue(select.select([process.stdout], [], [], PATIENCE)[0])
        return json.loads(process.stdout.readline())

    def test_each_line_is_answered_before_the_next_is_written(self):
        process = self.served()
        expected = json.loads(self.succeed('assign', 'model.manifact', 'texts.tsv', '--json',
                                           '-q'))
        for number, (text, wanted) in enumerate(zip(self.texts, expected), 1):
            answer = self.ask(process, text)
            self.assertEqual(answer.pop('line'), number)
            del wanted['id']
            self.assertEqual(answer, wanted)
        process.stdin.close()
        self.assertEqual(process.wait(PATIENCE), 0)
        self.assertEqual(process.stdout.read(), b'')

    def test_lines_at_once_are_answered_as_lines_one_by_one(self):
        many = self.texts * 9  # several batches
        answers = self.follow('\n'.join(many))  # the last line has no end
        self.assertEqual([answer['line'] for answer in answers], list(range(1, len(many) + 1)))
        for i, answer in enumerate(answers):
            self.assertEqual({**answer, 'line': 0},
                             {**answers[i % len(self.texts)], 'line': 0})

    def test_json_has_fields_and_a_bad_line_ends_nothing(self):
        text = self.texts[0]
        topic = self.follow(text)[0]['topic']
        lines = [json.dumps({'id': 'a', 'text': text}), '{"text": ', text, '{"other": 1}',
                 json.dumps({'title': text, 'body': '', 'id': 7}), '', '{"text": 5, "id": "x"}',
                 '{} {}', json.dumps({'text': f'<p>{text}</p>'}), '\0\xff', text + '\r']
        answers = self.follow('\n'.join(lines).encode('latin-1') + b'\n')
        self.assertEqual([answer['line'] for answer in answers], list(range(1, len(lines) + 1)))
        self.assertEqual([answer.get('topic', 'error') for answer in answers],
                         [topic, 'error', topic, 'error', topic, -1, -1, 'error', topic, -1,
                          topic])
        self.assertEqual([answer.get('id') for answer in answers],
                         ['a', None, None, None, '7', None, 'x', None, None, None, None])
        self.assertIn('no field "text"', answers[3]['error'])
        _, _, told = self.run_program('assign', 'model.manifact', '-', '--follow',
                                      stdin=b'{"text": \n')
        self.assertIn('1 line of standard input could not be read; the answers say why', told)
        named = self.follow('{"q": "%s", "text": "unknown"}' % text, '--text-field', 'q')
        self.assertEqual(named[0]['topic'], topic)
        self.assertNotIn('error', self.follow('{"text": ', '--format', 'lines')[0])
        self.assertIn('error', self.follow(text, '--format', 'jsonl')[0])

    def test_fields_are_those_of_the_model_or_noted(self):
        texts = [text for _, text in topic_texts()]
        self.write('posts.jsonl', ''.join(json.dumps({'headline': text, 'remark': ''}) + '\n'
                                          for text in texts))
        self.succeed('cluster', 'posts.jsonl', '-k', '3', '--text-field', 'headline,remark', '-o',
                     'kept.manifact')
        records = [{'headline': texts[0], 'remark': 'x'}, {'body': texts[0]}, {'text': texts[0]},
                   {'remark': texts[0]}, {'headline': texts[0]}]
        lines = ''.join(json.dumps(record) + '\n' for record in records) + texts[0]
        answers = self.follow(lines, model='kept.manifact')
        topic = answers[0]['topic']
        self.assertNotEqual(topic, -1)
        self.assertEqual([answer.get('topic', 'error') for answer in answers],
                         [topic, 'error', 'error', topic, topic, topic])
        self.assertIn('no field "headline"', answers[1]['error'])
        self.assertEqual(self.follow(lines, '--text-field', 'body',
                                     model='kept.manifact')[1]['topic'], topic)
        _, _, told = self.run_program('assign', 'model.manifact', '-', '--follow',
                                      stdin=(lines + '\n' + lines).encode())
        self.assertIn('the text of line 2 is read from body; --text-field names', told)
        self.assertEqual(told.count('is read from body'), 1)

    def test_the_field_of_the_first_id_is_that_of_all(self):
        text = self.texts[0]
        records = [{'text': text}, {'key': 'a', 'text': text}, {'id': 'b', 'text': text},
                   {'number': 7, 'text': text}, {'id': 'c', 'key': 'd', 'text': text},
                   {'text': text}]
        lines = '\n'.join(map(json.dumps, records)).encode()

        def ids(*more):
            code, out, told = self.run_program('assign', 'model.manifact', '-', '--follow', *more,
                                               stdin=lines)
            self.assertEqual(code, 0)
            return [json.loads(line).get('id') for line in out.splitlines()], told

        found, told = ids()
        self.assertEqual(found, [None, 'a', None, None, 'd', None])
        self.assertIn('the ids of lines are read from key; --id-field names another field', told)
        self.assertIn('line 3 has no id in the field "key", from which ids are read, but in "id": '
                      'answers to such lines have no id; --id-field names the field of all',
                      told)
        self.assertEqual(told.count('\n'), 2, told)
        self.assertEqual(ids('--id-field', 'id'), ([None, None, 'b', None, 'c', None], ''))
        lines = b'\n'.join(lines.splitlines()[2:])
        found, told = ids()
        self.assertEqual(found, ['b', None, 'c', None])
        self.assertNotIn('are read from id;', told)

    def test_the_field_of_the_model_is_that_of_all(self):
        rows = [{'key': f'k{i}', 'text': text} for i, text in enumerate(self.texts)]
        self.write('rows.jsonl', '\n'.join(map(json.dumps, rows)))
        self.succeed('cluster', 'rows.jsonl', '-k', '3', '--id-field', 'key', '-o', 'kept.manifact')
        lines = [{'id': 'a', 'text': self.texts[0]}, {'key': 'b', 'text': self.texts[0]},
                 {'id': 'c', 'key': 'd', 'text': self.texts[0]}]
        code, out, told = self.run_program('assign', 'kept.manifact', '-', '--follow',
                                           stdin='\n'.join(map(json.dumps, lines)).encode())
        self.assertEqual(code, 0)
        self.assertEqual([json.loads(line).get('id') for line in out.splitlines()],
                         [None, 'b', 'd'])
        self.assertIn('line 1 has no id in the field "key", from which ids are read', told)

    def test_marks_encodings_and_what_is_no_text(self):
        words = ['größe', 'café', 'señor', 'naïve', 'über', 'garçon']
        plain = [f'{a} {b} {a}' for a in words[:3] for b in words[:3]] * 3
        other = [f'{a} {b} {a}' for a in words[3:] for b in words[3:]] * 3
        self.write('accents.txt', ''.join(f'{line}\n' for line in plain + other))
        self.succeed('cluster', 'accents.txt', '-k', '2', '--format', 'lines', '-o', 'a.manifact',
                     '-s', 'stop-words=none')
        lines = '\n'.join((*words, 'größe')) + '\n'
        wanted = [answer['topic'] for answer in self.follow(lines, model='a.manifact')]
        self.assertNotIn(-1, wanted)
        for encoding in ('latin-1', 'utf-8-sig'):
            found = self.follow(lines.encode(encoding), model='a.manifact')
            self.assertEqual([answer['topic'] for answer in found], wanted)
        _, _, told = self.run_program('assign', 'a.manifact', '-', '--follow',
                                      stdin=lines.encode('latin-1'))
        self.assertEqual(told.count('line 1 is read as Latin-1 (Windows-1252)'), 1)
        self.assertEqual(told.count('is read as'), 1)
        record = json.dumps({'id': 'a', 'text': self.texts[0]})
        self.assertEqual(self.follow(record.encode('utf-8-sig'))[0]['id'], 'a')
        for content, sentence in ((gzip.compress(record.encode()), 'zcat FILE | manifact assign'),
                                  (bz2.compress(record.encode()), 'bzip2 -dk'),
                                  (lzma.compress(record.encode()), 'xz -dk'),
                                  (record.encode('utf-16'), 'iconv -f utf-16 -t utf-8 FILE'),
                                  (record.encode('utf-16-be'), 'is UTF-16')):
            code, out, told = self.run_program('assign', 'model.manifact', '-', '--follow',
                                               stdin=content)
            self.assertEqual((code, out), (1, ''))
            self.assertIn(sentence, told)

    def test_long_lines_hostile_bytes_and_pieces(self):
        process = self.served('-q')
        text = self.texts[0]
        half = len(text) // 2

        def write():
            for piece in (text[:half].encode(), text[half:].encode() + b'\n',
                          b'x' * (65 << 20) + b'\n', b'{"id": "\\u001b]0;x\\u0007", "text": "' +
                          text.encode() + b'"}\n'):
                process.stdin.write(piece)
                process.stdin.flush()
            process.stdin.close()
        writer = threading.Thread(target=write)
        writer.start()
        lines = process.stdout.read().splitlines()
        writer.join()
        self.assertEqual(process.wait(PATIENCE), 0)
        answers = [json.loads(line) for line in lines]
        self.assertEqual(len(answers), 3)
        self.assertEqual(answers[1]['error'], 'the line is longer than 64 MB')
        self.assertEqual(answers[0]['topic'], answers[2]['topic'])
        self.assertFalse(any(byte < 32 for line in lines for byte in line))

    def test_a_signal_ends_it_with_whole_lines_only(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.served()
            self.ask(process, self.texts[0])
            process.stdin.write(b'half a line')
            process.stdin.flush()
            process.send_signal(number)
            self.assertEqual(process.wait(PATIENCE), 130)
            self.assertEqual(process.stdout.read(), b'')
            self.assertEqual(process.stderr.read().decode().count('cancelled'), 1)

    def test_a_reader_that_has_gone_ends_it(self):
        process = self.served()
        self.ask(process, self.texts[0])
        process.stdout.close()
        process.stdin.write(f'{self.texts[1]}\n'.encode())
        process.stdin.flush()
        self.assertNotEqual(process.wait(PATIENCE), 0)

    def test_a_named_pipe_and_explanations(self):
        os.mkfifo(self.folder / 'pipe')
        process = self.start('assign', 'model.manifact', 'pipe', '--follow', '-q', '--explain', '2')
        self.addCleanup(process.kill)
        with open(self.folder / 'pipe', 'w', encoding='utf-8') as pipe:
            pipe.write(f'{self.texts[0]}\n')
        answer = json.loads(process.communicate(timeout=PATIENCE)[0])
        self.assertEqual(len(answer['explanation']), 2)
        self.assertIn('score', answer)

    def test_a_model_of_numbers_takes_rows(self):
        rows = [[i % 2 * 9 + i * .01, i % 2 * 7 - i * .02, i % 3] for i in range(60)]
        self.write('points.csv', ''.join(','.join(map(str, row)) + '\n' for row in rows))
        self.succeed('cluster', 'points.csv', '-k', '2', '-m', 'kmeans', '-o', 'points.manifact')
        wanted = [int(line) for line in self.succeed('assign', 'points.manifact', 'points.csv',
                                                     '-o', '-', '-q').split()]
        for form in (lambda row: ','.join(map(str, row)), lambda row: ' '.join(map(str, row)),
                     json.dumps):
            answers = self.follow('\n'.join(map(form, rows)), model='points.manifact')
            self.assertEqual([answer['topic'] for answer in answers], wanted)
        bad = self.follow('1,2\n1,2,x\n[1,2,"3"]\n\n1,2,nan\n', model='points.manifact')
        self.assertIn('2 numbers, but the documents of the model have 3 features',
                      bad[0]['error'])
        self.assertIn('number 3 of the line is "x"', bad[1]['error'])
        self.assertTrue(all('error' in answer for answer in bad))

        for line, sentence in (('1,,2', 'number 2 of the line is missing'),
                               (',1,2,3', 'number 1 of the line is missing'),
                               ('1;2;3;', 'number 4 of the line is missing'),
                               ('1\t\t2', 'number 2 of the line is missing'),
                               ('1,5;2;3', 'commas and semicolons'), ('1, 2 3', '"2 3"'),
                               ('{"x": [1, 2, 3]}', 'a JSON array of the numbers is expected')):
            self.assertIn(sentence, self.follow(line, model='points.manifact')[0]['error'])
        for line in ('1, 2, 3', '1 ;2; 3', ' 1  2 3 ', '1\t2\t3'):
            self.assertNotIn('error', self.follow(line, model='points.manifact')[0])

    def test_a_model_of_vectors_takes_its_objects(self):
        rows = [{'id': f'v{i}', 'embedding': [i % 2 * 9 + i * .01, 1 - i % 2, i % 3]}
                for i in range(60)]
        self.write('vectors.jsonl', ''.join(json.dumps(row) + '\n' for row in rows))
        self.succeed('cluster', 'vectors.jsonl', '-k', '2', '-m', 'kmeans', '--vector-field',
                     'embedding', '-o', 'vectors.manifact')
        wanted = json.loads(self.succeed('assign', 'vectors.manifact', 'vectors.jsonl', '--json',
                                         '-q'))
        answers = self.follow('\n'.join(map(json.dumps, rows)), model='vectors.manifact')
        self.assertEqual([(answer['id'], answer['topic']) for answer in answers],
                         [(answer['id'], answer['topic']) for answer in wanted])
        named = self.follow('{"id": "a", "key": "b", "embedding": [1, 2, 3]}', '--id-field', 'key',
                            model='vectors.manifact')
        self.assertEqual(named[0]['id'], 'b')
        bad = ('{"other": [1, 2, 3]}', '{"embedding": 3}', '{"embedding": [1, "x", 3]}',
               '{"embedding": [1]}', '{"embedding"')
        for line, sentence in zip(bad, ('no field "embedding"', 'is no array of numbers',
                                        'no JSON array of numbers', 'has 1 number,',
                                        'no JSON object')):
            self.assertIn(sentence, self.follow(line, model='vectors.manifact')[0]['error'])

    def test_wrong_use(self):
        for more in (['-o', 'x'], ['--json'], ['--table', 'x.csv']):
            code, out, err = self.run_program('assign', 'model.manifact', '-', '--follow', *more)
            self.assertEqual((code, out), (1, ''))
            self.assertIn('--follow', err)
        self.fail_with(1, ['assign', 'model.manifact', '-', 'texts.tsv', '--follow'],
                       'reads one input')
        self.fail_with(1, ['assign', 'model.manifact', '-', '--follow', '--format', 'mbox'],
                       'auto, lines or jsonl')
        self.fail_with(1, ['assign', 'model.manifact', 'none', '--follow'], 'cannot open none')


class Examples(ProgramTest):
    """Services of --follow, as they are printed."""

    def setUp(self):
        super().setUp()
        self.write('texts.tsv', tsv(topic_texts()))
        self.succeed('cluster', 'texts.tsv', '-k', '3', '-o', 'model.manifact')
        self.topics = json.loads(self.succeed('assign', 'model.manifact', 'texts.tsv', '--json',
                                              '-q'))

    def post(self, address, body, kind='text/plain'):
        request = urllib.request.Request(address, body.encode(), {'Content-Type': kind})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def check_server(self, command):
        process = subprocess.Popen(
            [*command, 'model.manifact', '0'], stdout=subprocess.PIPE, cwd=self.folder,
            env={**os.environ, 'MANIFACT': support.PROGRAM})
        try:
            address = process.stdout.readline().decode().strip()
            self.assertTrue(address.startswith('http://127.0.0.1:'), address)
            for i, (_, text) in enumerate(topic_texts()):
                status, answer = self.post(address, text)
                self.assertEqual((status, answer['topic']), (200, self.topics[i]['topic']))
            text = topic_texts()[0][1]
            body = json.dumps({'id': 'a', 'text': text}, indent=2)
            status, answer = self.post(address, body, 'application/json')
            self.assertEqual((status, answer['id'], answer['topic']),
                             (200, 'a', self.topics[0]['topic']))
            for bad in ('{', '[1, 2]', '{"other": 1}'):
                status, answer = self.post(address, bad, 'application/json')
                self.assertEqual((status, list(answer)[-1]), (400, 'error'))
            found = []
            threads = [threading.Thread(target=lambda: found.append(self.post(address, text)[0]))
                       for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(found, [200] * 8)
            for length in ('abc', '-1', '9' * 5000):
                status = self.status_of_length(address, length)
                self.assertIn(status, (400, 413), length[:9])
        finally:
            process.kill()
            process.communicate()
        self.check_ended_program(command)

    def status_of_length(self, address, length):
        """The status of an answer to a request that says to have this length."""
        connection = http.client.HTTPConnection(address.split('/')[2], timeout=PATIENCE)
        try:
            connection.putrequest('POST', '/')
            connection.putheader('Content-Length', length)
            connection.endheaders()
            return connection.getresponse().status
        finally:
            connection.close()

    def check_ended_program(self, command):
        """Each request is answered when the program has ended, here after one line."""
        self.write('once', f'#!/bin/sh\nhead -n 1 | {shlex.quote(support.PROGRAM)} "$@"\n')
        (self.folder / 'once').chmod(0o755)
        process = subprocess.Popen(
            [*command, 'model.manifact', '0'], stdout=subprocess.PIPE, cwd=self.folder,
            env={**os.environ, 'MANIFACT': str(self.folder / 'once')})
        try:
            address = process.stdout.readline().decode().strip()
            self.assertEqual(self.post(address, topic_texts()[0][1])[0], 200)
            for _ in range(3):
                self.assertEqual(self.post(address, 'a text'),
                                 (503, {'error': 'the program has ended'}))
        finally:
            process.kill()
            process.communicate()

    def test_a_web_server_in_python(self):
        self.check_server([sys.executable, EXAMPLES / 'server.py'])

    @unittest.skipIf(shutil.which('go') is None or support.is_sanitized(), 'needs Go')
    def test_a_web_server_in_go(self):
        environment = {**os.environ, 'GOPROXY': 'off', 'GOFLAGS': '-mod=mod -buildvcs=false',
                       'GOCACHE': str(self.folder / 'cache'), 'CGO_ENABLED': '0',
                       'HOME': str(self.folder)}
        subprocess.run(['go', 'build', '-o', self.folder / 'server', 'server.go'], cwd=EXAMPLES,
                       check=True, env=environment, timeout=PATIENCE)
        self.check_server([self.folder / 'server'])

    @unittest.skipIf(shutil.which('systemd-analyze') is None, 'needs systemd-analyze')
    def test_units_of_systemd(self):
        for name in ('manifact-assign.socket', 'manifact-assign@.service'):
            text = (EXAMPLES / name).read_text(encoding='utf-8')
            self.write(name, text.replace('/usr/bin/manifact', support.PROGRAM))
        done = subprocess.run(['systemd-analyze', 'verify', 'manifact-assign.socket',
                               'manifact-assign@.service'], cwd=self.folder, capture_output=True,
                              text=True, timeout=PATIENCE, check=False)
        if 'Failed to' in done.stderr and 'bus' in done.stderr:
            self.skipTest(done.stderr)
        self.assertNotIn('manifact-assign', done.stderr)
        self.assertEqual(done.returncode, 0, done.stderr)


support.main()
