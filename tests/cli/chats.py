"""Logs, chats and exports of services."""
import csv
import json
import subprocess

import support
import text


class Chats(text.TextTest):
    def documents(self, *arguments, **options):
        """Ids, labels and words of the documents, and what was printed."""
        code, _, err = self.run_program('vectorize', *arguments, *text.AS_WRITTEN, **options)
        self.assertEqual(code, 0, err)
        ids, labels, _, counts = self.written()
        words = [' '.join(sorted(word for document, word in counts if document == identity))
                 for identity in ids]
        return ids, labels, words, err

    def test_slack(self):
        for name, content in (
                ('users.json', [{'id': 'U1', 'name': 'ann', 'real_name': 'Ann A'}]),
                ('channels.json', [{'id': 'C1', 'name': 'bread'}]),
                ('bread/2024-01-31.json', [
                    {'type': 'message', 'user': 'U1', 'text': 'flour &amp; <@U1> <http://x.y|oven>',
                     'ts': '1706695200.000200'},
                    {'type': 'message', 'subtype': 'channel_join', 'user': 'U1', 'text': 'joined',
                     'ts': '1706695201.000200'}]),
                ('sport/2024-02-01.json', [
                    {'type': 'message', 'user': 'U2', 'text': 'goal', 'ts': '1706781600.000100'},
                    {'type': 'message', 'user': 'U2', 'text': '', 'ts': '1706781601.000100'}])):
            path = self.folder / 'export' / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(content))
        ids, labels, words, err = self.documents('export', '--label-field', 'channel')
        self.assertEqual(ids, ['bread/1706695200.000200', 'sport/1706781600.000100'])
        self.assertEqual(labels, ['bread', 'sport'])
        self.assertEqual(words, ['a ann flour oven', 'goal'])
        self.assertIn('export is read as an export of Slack with 2 messages; 2 notices and '
                      'messages without a text are left out', err)
        self.assertIn('date: date', err)
        (self.folder / 'export/sport/2024-02-02.json').write_text('[{"text": ')
        code, _, err = self.run_program('vectorize', 'export', '-o', 'X.mtx')
        self.assertNotEqual(code, 0)
        self.assertIn('export/sport/2024-02-02.json: malformed JSON', err)

    def test_git_log(self):
        subprocess.run(['sh', '-c', '''git init -q r && cd r &&
            git config user.email a@example.org && git config user.name "Ann A" &&
            git commit -q --allow-empty -m "Flour oven" -m "Dough is here" &&
            echo goal > keeper && git add keeper && git commit -q -m "Goal"'''],
                       cwd=self.folder, check=True)
        hashes = subprocess.run(['git', 'log', '--format=%H'], cwd=self.folder / 'r', check=True,
                                capture_output=True, text=True).stdout.split()
        for options in ([], ['-p'], ['--stat'], ['--decorate']):
            log = subprocess.run(['git', 'log', *options], cwd=self.folder / 'r', check=True,
                                 capture_output=True).stdout
            ids, _, words, err = self.documents('-', stdin=log)
            self.assertEqual((ids, words), (hashes, ['goal', 'dough flour here is oven']))
            self.assertIn('is read as the output of git log with 2 entries', err)
            self.assertIn('date: date', err)

    def test_addresses_in_logs_are_no_dates(self):
        for name, form in (
                ('web', '{address} - - [0{day}/Jan/2024:10:00:01 +0100] "GET {words}"\n'),
                ('app', 'INFO 2024-01-0{day} 10:00:01 {words}\n'),
                ('short', '0{day}.01.24, 10:00:01: {words}\n')):
            lines = [form.format(address=f'12.5.{i + 20}.7', day=i % 9 + 1,
                                 words=('flour oven', 'goal keeper')[i % 2]) for i in range(20)]
            (self.folder / f'{name}.log').write_text(''.join(lines))
            self.succeed('cluster', f'{name}.log', '-k', '2', '-q', '-o', 'out', '--force')
            with open(self.folder / 'out/clusters.csv', newline='') as stream:
                dates = [row['date'] for row in csv.DictReader(stream)]
            expected = {'web': '0{}/Jan/2024', 'app': '2024-01-0{}', 'short': '0{}.01.24'}[name]
            self.assertEqual(dates, [expected.format(i % 9 + 1) for i in range(20)])


if __name__ == '__main__':
    support.main()
