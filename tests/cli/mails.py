"""Mail as programs write it: maildirs, mbox files, single messages and folders of them; encodings,
parts, attachments, quoted replies; damaged messages."""
import base64
import email.message
import email.policy
import gzip
import mailbox
import tarfile

import support
from support import topic_texts
from tables import RECORDED
from text import TextTest

PAIRS = topic_texts()


def message(subject, text, number=0, html=None, attachment=None, charset='utf-8', cte=None):
    mail = email.message.EmailMessage(policy=email.policy.SMTP)
    mail['From'] = 'Ann <ann@example.org>'
    mail['To'] = 'Bob <bob@example.org>'
    mail['Subject'] = subject
    mail['Date'] = 'Mon, 06 May 2024 07:08:09 +0200'
    mail['Message-ID'] = f'<{number}@example.org>'
    mail['X-Kind'] = f'kind {number % 2}'
    mail.set_content(text, charset=charset, cte=cte)
    if html is not None:
        mail.add_alternative(html, subtype='html')
    if attachment is not None:
        mail.add_attachment(attachment, maintype='application', subtype='pdf', filename='a.pdf')
    return mail


def mails():
    """The same words in every form of a body."""
    for i, (_, text) in enumerate(PAIRS):
        first, rest = text.split()[0], ' '.join(text.split()[1:])
        form = i % 6
        if form == 4:
            yield message(first, rest, i, html=f'<p>{rest}</p>')
        elif form == 5:
            yield message(first, rest, i, attachment=b'%PDF words in a file')
        else:
            yield message(first, rest, i, cte=('7bit', 'base64', 'quoted-printable', '8bit')[form])


class Mail(TextTest):
    def setUp(self):
        super().setUp()
        self.skip_without('GMime', 'x.eml', b'From: a@b\nSubject: x\n\n')
        self.skip_without('libxml2', 'x.html', b'<html>')
        self.write('expected.tsv', support.tsv(('', text) for _, text in PAIRS))
        _, _, terms, counts = self.read('expected.tsv')
        self.terms = terms
        self.counts = sorted((int(identity.split()[1]) - 1, term, count)
                             for (identity, term), count in counts.items())

    def check(self, name, *arguments, ids=None, **options):
        found, _, terms, counts = self.read(name, *arguments, **options)
        self.assertEqual(found, ids or [f'{i}@example.org' for i in range(len(PAIRS))])
        self.assertEqual(terms, self.terms)
        self.assertEqual(sorted((found.index(identity), term, count)
                                for (identity, term), count in counts.items()), self.counts)


class Boxes(Mail):
    def mbox(self, name):
        box = mailbox.mbox(self.folder / name)
        for mail in mails():
            box.add(mail)
        box.close()
        return (self.folder / name).read_bytes()

    def test_mbox(self):
        content = self.mbox('a.mbox')
        self.check('a.mbox')
        self.write('box', content)
        self.check('box')
        self.write('a.mbox.gz', gzip.compress(content))
        self.check('a.mbox.gz')
        self.check('-', stdin=content)
        self.check('-', '--format', 'mbox', stdin=gzip.compress(content))
        self.check('-', stdin=content.replace(b'\r\n', b'\n').replace(b'\n', b'\r\n'))
        labels = self.read('a.mbox', '--label-field', 'X-Kind')[1]
        self.assertEqual(labels, [f'kind {i % 2}' for i in range(len(PAIRS))])
        self.assertEqual(self.read('a.mbox', '--text-field', 'to,x-kind')[2],
                         ['0', '1', 'bob', 'bob@example.org', 'kind'])

    def test_maildir(self):
        box = mailbox.Maildir(self.folder / 'box', create=True)
        for mail in mails():
            box.add(mail)
        ids, _, terms, _ = self.read('box')
        self.assertEqual(sorted(ids), sorted(f'{i}@example.org' for i in range(len(PAIRS))))
        self.assertEqual(terms, self.terms)
        sent = box.add_folder('Sent')
        sent.add(message('comet', 'comet', 99))
        ids, labels, _, _ = self.read('box')
        self.assertEqual((ids[-1], labels[-1], labels[0]), ('99@example.org', 'Sent', ''))
        (self.folder / 'empty').mkdir()
        self.fail_with(1, ['cluster', 'empty', '-k', 2, '--format', 'maildir'],
                       'empty contains no messages')

    def test_boxes_of_mail_programs(self):
        expected = sorted(['butter flour from makes oven pastry recipe sugar the',
                           'käse süss und äpfel öl', 'goal league striker', 'масло мука сахар',
                           '20 orbit probe rocket'])
        for path in sorted(RECORDED.glob('*.mbox')):
            self.write(path.name, path.read_bytes())
            self.assertEqual(sorted(self.words(path.name)), expected)
        maildir = RECORDED / 'mutt_maildir.tar.gz'
        with tarfile.open(maildir) as archive:
            archive.extractall(self.folder)
        self.assertEqual(sorted(self.words('mutt_maildir')), expected)
        self.skip_without('libarchive', 'x.zip', b'')
        self.write(maildir.name, maildir.read_bytes())
        self.assertEqual(sorted(self.words(maildir.name)), expected)

    def test_folders_and_files_of_messages(self):
        (self.folder / 'mails').mkdir()
        for i, mail in enumerate(mails()):
            self.write(f'mails/{i:02}.eml' if i % 2 else f'mails/{i:02}', mail.as_bytes())
        ids = [f'{i:02}.eml' if i % 2 else f'{i:02}' for i in range(len(PAIRS))]
        self.check('mails', ids=ids)
        self.assertIn(f'{len(PAIRS)} files of mails read as mail',
                      self.run_program('vectorize', 'mails', '-o', 'X.mtx')[2])
        self.check(*[f'mails/{name}' for name in ids], ids=[f'mails/{name}' for name in ids])
        single = (self.folder / 'mails/01.eml').read_bytes()
        self.assertEqual(self.words('-', stdin=single), self.words('mails/01.eml'))
        self.assertEqual(self.words('-', '--format', 'eml', stdin=single),
                         self.words('mails/01.eml'))

    def test_undeclared_encodings_are_reported_and_may_be_named(self):
        message = 'From a@b.c Mon May  6 07:08:09 2024\nFrom: a@b.c\nSubject: oven\n\n'
        self.write('a.mbox', message.encode() + 'мука\n'.encode('koi8-r'))
        self.assertIn('1 part without a declared encoding, read as Latin-1', self.run_program(
            'vectorize', 'a.mbox', '-o', 'X.mtx')[2])
        self.assertEqual(self.words('a.mbox', '--encoding', 'koi8-r'), ['oven мука'])

    def test_attachments_are_counted(self):
        message = email.message.EmailMessage()
        message['Subject'] = 'oven'
        message.set_content('flour')
        message.add_attachment(b'rocket', maintype='application', subtype='pdf')
        box = mailbox.mbox(self.folder / 'a.mbox')
        box.add(message)
        box.close()
        self.assertEqual(self.words('a.mbox'), ['flour oven'])
        self.assertIn('a.mbox: 1 attachment left out', self.run_program(
            'vectorize', 'a.mbox', '-o', 'X.mtx')[2])

    def test_messages_with_parts_that_are_too_deep_are_counted_and_named(self):
        def nested(depth):
            parts = ''.join(f'Content-Type: multipart/mixed; boundary="b{i}"\n\n--b{i}\n'
                            for i in range(depth))
            return f'From: a@b\nSubject: oven\n{parts}\nflour\n'
        begin = 'From a@b Mon May  6 07:08:09 2024\n'
        self.write('a.mbox', ''.join(begin + nested(depth) for depth in (49, 50, 51, 52)))
        self.assertEqual(self.words('a.mbox'), ['flour oven'] * 2 + ['oven'] * 2)
        part = ' read in part, the first is {}: parts nested deeper than 50 are left out'
        lines = sum(2 + nested(depth).count('\n') for depth in (49, 50)) - 1
        self.assertIn('2 messages of a.mbox' + part.format(f'the message of line {lines}'),
                      self.run_program('vectorize', 'a.mbox', '-o', 'X.mtx')[2])
        for i, depth in enumerate((3, 60)):
            (self.folder / 'mails').mkdir(exist_ok=True)
            self.write(f'mails/{i}', nested(depth))
        self.assertIn('1 message of mails' + part.format('1'),
                      self.run_program('vectorize', 'mails', '-o', 'X.mtx')[2])

    def test_folders_of_messages_tell_what_is_left_out_and_guessed(self):
        (self.folder / 'mails').mkdir()
        for i in range(2):
            self.write(f'mails/{i}', message('oven', 'flour', i, attachment=b'x').as_bytes())
        self.write('mails/2', 'From: a@b\nSubject: oven\n\n'.encode() + 'мука\n'.encode('koi8-r'))
        err = self.run_program('vectorize', 'mails', '-o', 'X.mtx')[2]
        self.assertIn('mails: 2 attachments left out', err)
        self.assertIn('mails: 1 part without a declared encoding, read as Latin-1', err)

    def test_from_at_the_beginning_of_a_line_is_text(self):
        # By hand: Python's mailbox puts ">" before such a line.
        begin = 'From a@b.c Mon May  6 07:08:09 2024\nFrom: a@b.c\nSubject: '
        self.write('a.mbox', begin + 'oven\n\nflour\n\nFrom 9:30 until noon butter melts\n\n' +
                   begin + 'goal\n\nmatch\n')
        self.assertEqual(len(self.words('a.mbox')), 2)
        self.assertIn('butter', self.words('a.mbox')[0])

    def test_boxes_in_folders_are_skipped_and_named(self):
        (self.folder / 'mails').mkdir()
        self.mbox('mails/a.box')
        self.write('mails/b', 'From x Mon May  6 07:08:09 2024\nFrom: a@b\nSubject: oven\n\n'
                              'flour\n')
        self.assertEqual(self.words('mails'), ['flour oven'])
        err = self.run_program('vectorize', 'mails', '-o', 'X.mtx')[2]
        self.assertIn('1 file of mails skipped because it holds several messages, the first is '
                      'a.box', err)
        (self.folder / 'plain').mkdir()
        self.write('plain/a', 'oven')
        self.assertIn('no file of plain was read as mail', self.run_program(
            'vectorize', 'plain', '-o', 'X.mtx', '--label-field', 'x')[2])

    def test_a_box_without_blank_lines_between_messages(self):
        message_of = 'From a@b Mon May  6 07:08:0{} 2024\nFrom: a@b\nSubject: oven\n\nflour\n'
        text = ''.join(message_of.format(i) for i in range(3))
        self.assertEqual(self.words('-', stdin=text.encode()), ['flour oven'] * 3)


class Messages(Mail):
    def one(self, content, *arguments):
        self.write('a.eml', content if isinstance(content, bytes) else content.as_bytes())
        return self.words('a.eml', *arguments)[0]

    def test_character_sets(self):
        for charset in ('utf-8', 'iso-8859-1', 'windows-1252', 'iso-8859-15', 'utf-16'):
            with self.subTest(charset):
                mail = message('Käse Süßes', 'Äpfel Öl', charset=charset, cte='base64')
                self.assertEqual(self.one(mail), 'käse süsses äpfel öl')
        self.assertEqual(self.one(message('Пирог', 'мука', charset='koi8-r')), 'мука пирог')
        raw = ('Subject: =?iso-8859-1?q?K=E4se?=\r\nFrom: a@b\r\nContent-Type: text/plain; '
               'charset=x-unknown\r\n\r\nÄpfel\r\n')
        self.assertEqual(self.one(raw.encode()), 'käse äpfel')

    def test_parts(self):
        both = message('oven', 'flour', html='<p>goal</p>')
        self.assertEqual(self.one(both), 'flour oven')
        page = ('<html><head><title>x</title><style>p {color: red}</style></head><body><p>flo<b>ur'
                '</b></p><p>butter&nbsp;&amp; s&uuml;gar</p><script>var rocket</script></body>')
        only_page = email.message.EmailMessage()
        only_page['Subject'] = 'oven'
        only_page['From'] = 'a@example.org'
        only_page.set_content(page, subtype='html')
        self.assertEqual(self.one(only_page), 'butter flour oven sügar x')
        attached = message('oven', 'flour', attachment=b'goal')
        attached.add_attachment('match', filename='b.txt')
        attached.add_attachment(message('rocket', 'comet'))
        self.assertEqual(self.one(attached), 'flour oven')

    def test_quoted_replies_are_left_out_by_choice(self):
        text = ('flour\n\nOn Monday Bob wrote:\n> goal match\n>> league\n\nbutter\n'
                '-----Original Message-----\nrocket\n')
        self.assertIn('goal', self.one(message('oven', text)))
        self.assertEqual(self.one(message('oven', text), '--quoted-replies', 'drop'),
                         'butter flour oven')
        self.fail_with(1, ['cluster', 'a.eml', '-k', 1, '--quoted-replies', 'x'], 'keep or drop')

    def test_damaged_messages_are_read_as_far_as_they_go(self):
        whole = message('oven', 'flour ' * 50, html='<p>x</p>', attachment=b'x' * 500).as_bytes()
        for cut in range(150, len(whole), 97):
            self.write('a.eml', whole[:cut])
            code, _, err = self.run_program('vectorize', 'a.eml', '-q', '-o', 'X.mtx')
            self.assertEqual(code, 0, err)
        nested = b'From: a@b\nSubject: oven\n'
        for i in range(2000):
            nested += b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (i, i)
        self.assertEqual(self.one(nested + b'\nflour\n'), 'oven')
        self.assertIn('a.eml read in part: parts nested deeper than 50 are left out',
                      self.run_program('vectorize', 'a.eml', '-o', 'X.mtx')[2])
        bad = (b'From: a@b\nSubject: oven\nContent-Transfer-Encoding: base64\n\n' +
               base64.b64encode(b'flour butter')[:-3] + b'!!')
        self.assertIn('flour', self.one(bad))

    def test_an_endless_header_is_refused(self):
        self.write('a.eml', b'From: a@b\nSubject: ' + b'oven ' * 900000 + b'\n\nflour\n')
        self.fail_with(1, ['vectorize', 'a.eml', '-o', 'X.mtx'],
                       'a.eml: the header of a message is longer than 4 MB')
        self.write('b.eml', b'From: a@b\nSubject: oven\n\n' + b'flour ' * 900000)
        self.succeed('vectorize', 'b.eml', '-q', '-o', 'X.mtx')

    def test_a_box_that_is_none_is_refused(self):
        self.write('a.mbox', 'oven flour\n')
        self.fail_with(1, ['cluster', 'a.mbox', '-k', 2], 'a.mbox, line 1', 'From ')
        self.write('empty.mbox', '')
        self.fail_with(1, ['cluster', 'empty.mbox', '-k', 2], 'empty.mbox contains no documents')


if __name__ == '__main__':
    support.main()
