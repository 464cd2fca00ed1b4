"""--title-command of cluster and topics name: names of topics and of the parents in the tree from a
program, and the example that asks a service by HTTP."""
import gzip
import http.server
import json
import os
import pathlib
import shutil
import signal
import subprocess
import threading
import time
import unittest

import support
from support import ProgramTest, topic_texts, tsv

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / 'examples/title.sh'


class Titles(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write('texts.tsv', tsv(topic_texts(20)))

    def script(self, text, name='title'):
        self.write(name, f'#!/usr/bin/env python3\nimport json, os, pathlib, sys, time\n{text}\n')
        (self.folder / name).chmod(0o755)
        return './' + name

    def named(self, command, *more, code=0):
        found, out, err = self.run_program('cluster', 'texts.tsv', '-k', 3, '-o', 'out',
                                           '--title-command', command, *more)
        self.assertEqual(found, code, err)
        return out, err

    def topics(self):
        return json.loads((self.folder / 'out/topics.json').read_text())


class Commands(Titles):
    def test_topics_and_parents_get_titles_and_keep_their_phrases(self):
        script = self.script('''
asked = json.load(sys.stdin)
with open('asked', 'a') as file:
    print(json.dumps(asked), file=file)
print('  Topic', asked['topic'] if asked['kind'] == 'topic' else asked['topics'])''')
        self.succeed('cluster', 'texts.tsv', '-k', 3, '-o', 'plain')
        self.named(script)
        plain = json.loads((self.folder / 'plain/topics.json').read_text())
        topics = self.topics()
        self.assertEqual([topic['title'] for topic in topics], ['Topic 0', 'Topic 1', 'Topic 2'])
        self.assertEqual([topic['name'] for topic in topics], ['Topic 0', 'Topic 1', 'Topic 2'])
        for found in (topics, plain):
            self.assertEqual([topic['phrases'] for topic in found],
                             [topic['title'] for topic in plain])
        tree = json.loads((self.folder / 'out/tree.json').read_text())
        self.assertTrue(tree['title'].startswith('Topic ['))
        titles = [child.get('title') for child in tree['children']]
        self.assertEqual(len([title for title in titles if title.startswith('Topic [')]), 1)
        asked = [json.loads(line) for line in (self.folder / 'asked').read_text().splitlines()]
        self.assertEqual([one['kind'] for one in asked], ['topic'] * 3 + ['parent'] * 2)
        one = next(each for each in asked if each.get('topic') == 0)
        self.assertEqual(one['size'], 20)
        self.assertEqual(', '.join(one['phrases']), plain[0]['title'])
        self.assertEqual(one['terms'], plain[0]['top_terms'])
        self.assertEqual(len(one['documents']), 5)
        self.assertTrue(one['documents'][0]['text'].endswith('today'))
        self.assertEqual(asked[3]['taken'], ['Topic 0', 'Topic 1', 'Topic 2'])
        self.assertTrue({f'Topic {c}' for c in asked[3]['topics']} == set(asked[3]['titles']))
        # The names are in the model.
        out = self.succeed('topics', 'list', 'out/model.manifact')
        self.assertIn('Topic 2', out)

    def test_the_command_is_words_for_no_shell(self):
        script = self.script('''
json.load(sys.stdin)
print(sys.argv[1:], os.getpid())''')
        self.named(script + ''' "a  b" 'c;d' $(touch made) > made *''')
        self.assertFalse((self.folder / 'made').exists())
        self.assertTrue(self.topics()[0]['title'].startswith(
            "['a  b', 'c;d', '$(touch', 'made)', '>', 'made', '*']"))

    def test_what_is_no_title_is_told_and_the_phrases_stay(self):
        cases = (('print(" ")', 'it printed no title'),
                 ('print("a\\nb")', 'it printed several lines'),
                 ('print("a\\x1b[2J")', 'its title has control characters'),
                 ('print("a\\u202eb")', 'its title has control characters'),
                 ('sys.stdout.buffer.write(b"\\xff\\xfe")', 'is not UTF-8'),
                 ('print("x" * 101)', 'more than 100 characters'),
                 ('print("x" * 5000)', 'more than 4096 bytes'),
                 ('print("x"); sys.exit("no model\\x1b[2J here")', 'exit code 1: no model'),
                 ('print("x", flush=True); os.kill(os.getpid(), 9)', 'signal 9'))
        for text, reason in cases:
            out, err = self.named(self.script(text))
            self.assertIn(reason, err)
            self.assertNotIn('\x1b', err)
            self.assertIn('topic 0, topic 1, topic 2, the parent of', err)
            self.assertIn('keep the titles made from their texts', err)
            self.assertEqual([topic['name'] for topic in self.topics()], [''] * 3)
        warnings = json.loads((self.folder / 'out/summary.json').read_text())['warnings']
        self.assertEqual(len([text for text in warnings if 'signal 9' in text]), 1)

    def test_one_failure_leaves_the_other_titles(self):
        script = self.script('''
asked = json.load(sys.stdin)
if asked.get('topic') == 1: sys.exit(7)
print(asked['kind'], asked['size'], asked['terms'][0])''')
        _, err = self.named(script)
        self.assertIn('topic 1 keeps the title made from its texts: exit code 7', err)
        names = [topic['name'] for topic in self.topics()]
        self.assertEqual([bool(name) for name in names], [True, False, True])

    def test_titles_are_unique(self):
        script = self.script('''
asked = json.load(sys.stdin)
same = [title.lower() for title in asked['taken']]
titles = ('News', 'NEWS', 'More', 'Most', 'All', 'Any')
print(next(title for title in titles if title.lower() not in same) if same else 'News')''')
        _, err = self.named(script)
        # The first gets it; the other two are asked again, both with the same titles taken.
        self.assertEqual([topic['name'] for topic in self.topics()], ['News', 'More', ''])
        self.assertIn('its title is that of another topic, twice', err)

    def test_a_command_has_its_time(self):
        script = self.script('''
asked = json.load(sys.stdin)
if asked.get('topic') == 0: time.sleep(600)
print(asked['kind'], asked['size'], asked['terms'][:2], asked.get('topic'))''')
        began = time.monotonic()
        _, err = self.named(script, '--title-timeout', 2)
        self.assertLess(time.monotonic() - began, support.PATIENCE)
        self.assertIn('topic 0 keeps the title made from its texts: not finished after 2 s', err)
        self.assertTrue(self.topics()[1]['name'])

    def test_a_service_that_never_answers_is_given_up(self):
        script = self.script('''
with open('asked', 'a') as file:
    print('x', file=file)
time.sleep(600)''')
        code, _, err = self.run_program('cluster', 'texts.tsv', '-k', 12, '-o', 'out',
                                        '--title-command', script, '--title-timeout', 0.5)
        self.assertEqual(code, 0, err)
        self.assertIn('not asked, as the command did not answer in time before', err)
        # A process that is slow to start has not even written by then.
        asked = self.folder / 'asked'
        self.assertLessEqual(len(asked.read_text().splitlines()) if asked.exists() else 0, 8)

    def test_interrupts_end_the_commands(self):
        script = self.script('''
pathlib.Path(f'running-{os.getpid()}').touch()
time.sleep(600)''')
        process = subprocess.Popen(
            [support.PROGRAM, 'cluster', 'texts.tsv', '-k', '3', '--title-command', script],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            preexec_fn=support.default_signals)
        deadline = time.monotonic() + support.PATIENCE
        while not list(self.folder.glob('running-*')) and time.monotonic() < deadline:
            time.sleep(.02)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=support.PATIENCE)
        self.assertEqual(process.returncode, 130, err)
        begun = [path.name.removeprefix('running-') for path in self.folder.glob('running-*')]
        self.assertTrue(begun)
        for number in begun:
            while pathlib.Path(f'/proc/{number}').exists() and time.monotonic() < deadline:
                time.sleep(.02)
            self.assertFalse(pathlib.Path(f'/proc/{number}').exists())

    def test_wrong_commands_are_refused_before_the_fit(self):
        for command, message in (('', 'the command is empty'), ('a "b', 'a quote is not closed'),
                                 ('./missing', 'there is no program ./missing'),
                                 ('no-such-program-here x', 'no program no-such-program-here')):
            self.fail_with(1, ['cluster', 'texts.tsv', '-k', 3, '--title-command', command],
                           message)
        self.fail_with(1, ['cluster', 'texts.tsv', '-k', 3, '--title-command', 'cat',
                           '--title-timeout', 0], 'expected seconds above 0')

    def test_topics_name_names_those_without_a_name(self):
        script = self.script('''
asked = json.load(sys.stdin)
print('Outside', asked.get('topic', asked.get('topics')))''')
        self.succeed('cluster', 'texts.tsv', '-k', 3, '-o', 'a.manifact')
        self.succeed('topics', 'rename', 'a.manifact', 1, 'Mine', '-o', 'b.manifact')
        self.succeed('topics', 'name', 'b.manifact', '--title-command', script, '-o', 'out')
        self.assertEqual([topic['name'] for topic in self.topics()],
                         ['Outside 0', 'Mine', 'Outside 2'])
        self.assertTrue(json.loads((self.folder / 'out/tree.json').read_text())['title'])
        # The model has the titles of the parents.
        self.succeed('topics', 'name', 'b.manifact', '--title-command', script, '-o', 'd.manifact')
        tree = json.loads(self.succeed('topics', 'tree', 'd.manifact', '--json'))
        self.assertEqual(tree['title'], json.loads((self.folder / 'out/tree.json').read_text())
                         ['title'])
        drawn = self.succeed('topics', 'tree', 'd.manifact').splitlines()
        self.assertEqual(len(drawn), 5)  # of each of 3 topics and 2 parents
        self.assertEqual(drawn[0], '┐ ' + tree['title'])
        self.assertTrue(all(line[:2] in ('├─', '│ ', '└─', '  ') for line in drawn[1:]), drawn)
        self.succeed('topics', 'merge', 'd.manifact', 0, 1, '-o', 'e.manifact')
        self.assertNotIn('title', json.loads(self.succeed('topics', 'tree', 'e.manifact',
                                                          '--json')))
        out = self.succeed('topics', 'name', 'b.manifact', 'mine', '--title-command', script, '-o',
                           'c.manifact')
        self.assertIn('1 Outside 1', out)
        self.fail_with(1, ['topics', 'name', 'b.manifact', 1, 1, '--title-command', script, '-o',
                           'c.manifact'], 'topic 1 is given twice')
        self.fail_with(1, ['topics', 'name', 'a.manifact', '-o', 'c.manifact'],
                       '--title-command is missing')
        self.fail_with(1, ['topics', 'hide', 'a.manifact', 1, '-o', 'c.manifact',
                           '--title-command', script], 'topics hide takes no --title-command')


class Service(http.server.BaseHTTPRequestHandler):
    """Answers with the first phrase in capitals, about a parent with a title of it."""

    def do_POST(self):
        question = json.loads(self.rfile.read(int(self.headers['Content-Length'])))
        self.server.questions.append((self.headers['Authorization'], question))
        text = question['messages'][1]['content']
        title = text.split('\nPhrases: ')[1].split('\n')[0].split(', ')[0].upper()
        if 'consists of: ' in text:
            below = text.split('consists of: ')[1].split('\n')[0].split('; ')
            title = f'{len(below)} like {below[0]}'
        answer = json.dumps({'choices': [{'message': {'content': f'"{title}."\n'}}]}).encode()
        self.send_response(200)
        self.send_header('Content-Length', str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


@unittest.skipUnless(shutil.which('curl') and shutil.which('jq'), 'curl or jq is not installed')
class Example(Titles):
    """examples/title.sh, and docs/topics/title-command.md on the BBC articles."""

    def setUp(self):
        super().setUp()
        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Service)
        self.server.questions = []
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        self.address = 'http://127.0.0.1:%d/v1/chat/completions' % self.server.server_address[1]

    def tearDown(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
        super().tearDown()

    def test_a_service_names_the_topics_of_the_articles(self):
        text = gzip.decompress(self.shared('bbc_news/docs.tsv.gz').read_bytes()).decode()
        self.write('texts.tsv', text)
        found, _, err = self.run_program('cluster', 'texts.tsv', '-k', 5, '-o', 'out',
                                         '--title-command', f"'{EXAMPLE}' {self.address}",
                                         env={**os.environ, 'TOKEN': 'secret', 'MODEL': 'tiny',
                                              'no_proxy': '127.0.0.1'})
        self.assertEqual(found, 0, err)
        self.assertNotIn('--title-command', err)
        for topic in self.topics():
            self.assertEqual(topic['title'], topic['phrases'].split(', ')[0].upper())
        authorization, question = self.server.questions[0]
        self.assertEqual((authorization, question['model']), ('Bearer secret', 'tiny'))
        self.assertEqual(len(self.server.questions), 9)
        tree = json.loads((self.folder / 'out/tree.json').read_text())
        self.assertIn('5 like ', tree['title'])

    def test_a_service_that_is_not_there_is_told(self):
        self.server.shutdown()
        self.server.server_close()
        _, err = self.named(f"'{EXAMPLE}' {self.address}")
        self.assertIn('exit code', err)
        self.assertIn('curl: (7)', err)


support.main()
