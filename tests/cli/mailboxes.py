"""Mailboxes as programs write them: lengths instead of marked lines, folders in folders, flags;
forms of text in messages; messages in fields of tables."""
import email.message
import json
import mailbox

import support
from text import TextTest

BEGIN = 'From a@b.c Mon May  6 07:08:09 2024\n'


def message(subject, body, length=None):
    length = '' if length is None else f'Content-Length: {length}\n'
    return f'{BEGIN}From: a@b.c\nSubject: {subject}\n{length}\n{body}\n'


class Box(TextTest):
    def setUp(self):
        super().setUp()
        self.skip_without('GMime', 'x.eml', b'From: a@b\nSubject: x\n\n')

    def notes(self, name, *arguments):
        return self.run_program('vectorize', name, '-o', 'X.mtx', *arguments)[2]

    def test_lengths(self):
        body = 'flour\n' + BEGIN + 'butter\n\n' + BEGIN + 'sugar\n'
        for end in ('\n', '\r\n'):
            for length in (len(body), len(body.replace('\n', '\r\n'))):
                text = message('oven', body, length) + message('goal', 'match\n', 6)
                with self.subTest(end=end, length=length):
                    self.write('a.mbox', text.replace('\n', end))
                    found = self.words('a.mbox')
                    self.assertEqual(len(found), 2)
                    self.assertLessEqual({'butter', 'sugar'}, set(found[0].split()))
                    self.assertEqual(found[1], 'goal match')
                    self.assertNotIn('Content-Length', self.notes('a.mbox'))
        # At the end of the file, with and without the end of its last line.
        text = message('oven', body, len(body))
        for cut in (0, 2):
            self.write('a.mbox', text[:len(text) - cut])
            self.assertEqual(len(self.words('a.mbox')), 1)

    def test_wrong_lengths_are_noted(self):
        for wrong in (50, 60, 5000):
            self.write('a.mbox', message('oven', 'flour\n', wrong) + message('goal', 'match\n', 6) +
                       message('rocket', 'comet\n'))
            with self.subTest(wrong):
                self.assertEqual(self.words('a.mbox'), ['flour oven', 'goal match', 'comet rocket'])
                self.assertIn('a.mbox: 1 message with a Content-Length that does not end at a '
                              '"From " line, the first at line 1', self.notes('a.mbox'))
        for harmless in ('x', '-5', '99999999999999999999', '2'):
            self.write('a.mbox', message('oven', 'flour\n', harmless) + message('goal', 'match\n'))
            self.assertEqual(self.words('a.mbox'), ['flour oven', 'goal match'])

    def test_separators_with_a_tab(self):
        self.write('a.mbox', (message('oven', 'flour\n') + message('goal', 'match\n')).replace(
            'a@b.c Mon', 'a@b.c\tMon'))
        self.assertEqual(self.words('a.mbox'), ['flour oven', 'goal match'])

    def maildir(self, path, *names):
        for part in ('cur', 'new', 'tmp'):
            (self.folder / path / part).mkdir(parents=True)
        for i, name in enumerate(names):
            self.write(f'{path}/cur/{i}{name}', f'From: a@b.c\nSubject: oven\n\nflour {i}\n')

    def test_maildirs_at_any_depth(self):
        self.maildir('mail/INBOX', ':2,S', ':2,ST', ':2,D', ';2,T', '!2,DS', '')
        self.maildir('mail/Lists/cooking', ':2,', ':2,RS')
        self.maildir('mail/.Archive', ':2,S')
        self.write('mail/.mbsyncstate', 'x')
        self.write('mail/dovecot-uidlist', 'x')
        ids, labels, _, _ = self.read('mail')
        self.assertEqual(len(ids), 5)
        self.assertEqual(labels, ['Archive', 'INBOX', 'INBOX', 'Lists/cooking', 'Lists/cooking'])
        self.assertIn('mail: 2 deleted messages and 2 drafts left out', self.notes('mail'))
        # Beside other files it is a folder of files; the flags hold there, too.
        (self.folder / 'mail/dovecot-uidlist').unlink()
        self.write('mail/notes.txt', 'oven')
        ids, labels, _, _ = self.read('mail')
        self.assertEqual(len(ids), 5)
        self.assertEqual(labels, ['INBOX', 'INBOX', 'Lists/cooking', 'Lists/cooking', ''])
        self.assertIn('2 deleted messages and 2 drafts left out', self.notes('mail'))

    def test_a_maildir_of_deleted_messages_is_empty(self):
        self.maildir('mail', ':2,ST')
        self.fail_with(1, ['cluster', 'mail', '-k', 2], 'mail contains no messages: 1 deleted '
                       'message left out')

    def test_deleted_messages_of_mh(self):
        (self.folder / 'inbox').mkdir()
        for name in ('1', '2', ',3', '10'):
            self.write(f'inbox/{name}', 'From: a@b\nSubject: oven\n\nflour\n')
        self.assertEqual(self.read('inbox')[0], ['1', '10', '2'])
        self.assertIn('inbox: 1 deleted message left out', self.notes('inbox'))

    def test_formats_of_dovecot_are_named(self):
        content = (b'2 M1e C5f3a2b1c\n\x01\x02N                2A\n'
                   b'From: a@b\nSubject: oven\n\nflour\n')
        for folder in ('mail/dbox-Mails', 'store/mailboxes/INBOX/dbox-Mails'):
            (self.folder / folder).mkdir(parents=True)
            self.write(folder + '/u.1', content)
        for name in ('mail', 'store', 'mail/dbox-Mails/u.1'):
            self.fail_with(1, ['cluster', name, '-k', 2], 'mailbox of Dovecot (sdbox or mdbox)',
                           'doveadm backup')

    def test_messages_in_fields(self):
        raw = ('From: ann@example.org\nTo: bob@example.org\nSubject: oven\n'
               'Date: Mon, 06 May 2024 07:08:09 +0200\n\nflour\n')
        texts = [raw, raw.replace('oven', 'goal'), 'butter: sugar\nnothing']
        self.write('a.jsonl', ''.join(json.dumps({'message': text}) + '\n' for text in texts))
        self.write('a.csv', 'file,message\n' + ''.join(
            f'{i},"{text}"\n' for i, text in enumerate(texts)))
        for name in ('a.jsonl', 'a.csv'):
            self.assertIn(f'{name}: 2 texts are whole mail messages', self.notes(name))
            self.assertIn('subject', self.words(name)[0])
            self.assertEqual(self.words(name, '--text-format', 'mail'),
                             ['flour oven', 'flour goal', 'butter nothing sugar'])
        self.fail_with(1, ['cluster', 'a.csv', '-k', 2, '--text-format', 'x'], 'plain or mail')


class Text(Box):
    def one(self, content):
        self.write('a.eml', content)
        return self.words('a.eml')[0]

    def test_flowed_text(self):
        head = 'From: a@b\nSubject: x\nContent-Type: text/plain; format=flowed; delsp={}\n\n'
        text = 'clus \ndocu \nments \n\n> quo \n> ted\nend \n-- \nsig\n'
        self.assertEqual(self.one(head.format('yes') + text), 'clusdocuments end quoted sig x')
        self.assertEqual(self.one(head.format('no') + text), 'clus docu end ments quo sig ted x')
        stuffed = head.format('yes') + ' From here\n >no \nquote\n'
        self.assertEqual(self.one(stuffed), 'from here noquote x')

    def test_a_part_without_words_does_not_hide_the_page(self):
        self.skip_without('libxml2', 'x.html', b'<html>')
        for blank in (' \n\t\n', '\u00a0\n', '\u200b \u3000', '--\n___\n'):
            mail = email.message.EmailMessage()
            mail['From'], mail['Subject'] = 'a@b.c', 'oven'
            mail.set_content(blank)
            mail.add_alternative('<p>flour</p>', subtype='html')
            with self.subTest(blank):
                self.assertEqual(self.one(mail.as_bytes()), 'flour oven')

    def test_enriched_text(self):
        head = 'From: a@b\nSubject: oven\nContent-Type: text/enriched\n\n'
        text = '<bold>flour</bold> <color><param>red</param>butter</color> a << b\n'
        self.assertEqual(self.one(head + text), 'a b butter flour oven')
        self.assertNotIn('attachment', self.notes('a.eml'))

    def test_mailbox_of_python(self):
        box = mailbox.mbox(self.folder / 'a.mbox')
        mail = email.message.EmailMessage()
        mail['From'], mail['Subject'] = 'a@b.c', 'oven'
        mail.set_content('flour\nFrom me\n')
        box.add(mail)
        box.close()
        self.assertEqual(self.words('a.mbox'), ['flour from me oven'])


if __name__ == '__main__':
    support.main()
