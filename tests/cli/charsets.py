"""Declared character sets, by the labels of the web, in mail, HTML and XML; declarations that are
unknown, say nothing or contradict the bytes."""
import support
from text import TextTest

# A label, Python's codec, and a text of that language.
LABELS = [('ks_c_5601-1987', 'cp949', '똠방 각하'), ('"KS_C_5601-1987"', 'euc_kr', '한국어'),
          ('iso-8859-8-i', 'iso8859_8', 'שלום עולם'), ('x-sjis', 'cp932', 'カメラ'),
          ('x-gbk', 'gbk', '中文测试'), ('GB_2312-80', 'gb2312', '中文'),
          ('x-x-big5', 'big5', '中文測試'),
          ('x-euc-jp', 'euc_jp', 'カメラ'), ('csISO2022JP', 'iso2022_jp', 'カメラ'),
          ('win-1251', 'cp1251', 'привет мир'), ('cp-850', 'cp850', 'café'),
          ('ibm437', 'cp437', 'café'),
          ('x-mac-cyrillic', 'mac_cyrillic', 'привет'), ('x-mac-roman', 'mac_roman', 'café'),
          ('koi8-ru', 'koi8_u', 'привіт'), ("'windows-874'", 'cp874', 'ไทย'),
          ('dos-874', 'cp874', 'ไทย'), ('logical', 'iso8859_8', 'שלום'), ('l5', 'cp1254', 'ışık'),
          ('latin-9', 'iso8859_15', 'œuvre'), ('ISO_8859-7:1987', 'iso8859_7', 'κόσμος'),
          ('sun_eu_greek', 'iso8859_7', 'κόσμος'), ('unicode-1-1-utf-8', 'utf-8', 'мука'),
          (' utf8 ', 'utf-8', 'мука'), ('cp65001', 'utf-8', 'мука'), ('28595', 'iso8859_5', 'мука'),
          ('ms936', 'gbk', '中文测试'), ('unicode', 'utf-16-le', 'мука и масло')]


class Charsets(TextTest):
    def setUp(self):
        super().setUp()
        self.skip_without('GMime', 'x.eml', b'From: a@b\nSubject: x\n\n')
        self.skip_without('libxml2', 'x.html', b'<html>')

    def mail(self, label, body, subject=b'x'):
        quoted = label if label.startswith('"') else f'"{label}"'
        return (b'From: a@b.c\nSubject: ' + subject + b'\nContent-Transfer-Encoding: 8bit\n'
                b'Content-Type: text/plain; charset=' + quoted.encode() + b'\n\n' + body + b'\n')

    known = {}  # by the text

    def expected(self, text):
        if text not in self.known:
            self.write('expected.tsv', '\t' + text + ' x\n')
            self.known[text] = self.words('expected.tsv')
        return self.known[text]

    def notes(self, name):
        return self.run_program('vectorize', name, '-o', 'X.mtx')[2]

    def test_of_mail(self):
        for label, codec, text in LABELS:
            if codec.startswith('utf-16'):
                continue
            for shown in (label, label.upper()):
                with self.subTest(shown):
                    self.write('a.eml', self.mail(shown, text.encode(codec)))
                    self.assertEqual(self.expected(text), self.words('a.eml'))
                    self.assertNotIn('declared', self.said)

    def test_of_mail_in_hz(self):
        for label in ('hz-gb-2312', 'HZ'):
            for text in ('中文~测试 flour 文', 'flour ~~ oven', '剥 flour 剥削 oven'):
                self.write('a.eml', self.mail(label, text.encode('hz')))
                self.assertEqual(self.words('a.eml'), self.expected(text))
            for name, codec in (('a.tsv', 'hz'), ('b.tsv', 'utf-8')):
                self.write(name, '\t中文~测试\n\t文 flour\n'.encode(codec))
            self.assertEqual(self.words('a.tsv', '--encoding', label), self.words('b.tsv'))

    def test_of_header_fields(self):
        for label, codec, text in LABELS:
            label = label.strip('"\' ')
            if codec.startswith('utf-16'):
                continue
            with self.subTest(label):
                word = ''.join(f'={byte:02X}' for byte in text.encode(codec))
                for kind in (label, label + '*en'):
                    subject = f'=?{kind}?q?{word}?='.encode()
                    self.write('a.eml', self.mail('us-ascii', b'x', subject))
                    self.assertEqual(self.words('a.eml'), self.expected(text))

    def test_of_pages_and_xml(self):
        forms = ['<html><head><meta charset={0}></head><body>{1} x</body></html>',
                 '<html><!-- <meta charset="koi8-r"> --><meta charset = "{0}" /><body>{1} x</body>',
                 '<html><script charset="koi8-r"></script><META HTTP-EQUIV="Content-Type" '
                 'CONTENT="text/html; charset={0}"><p>{1} x',
                 '<?xml version="1.0" encoding="{0}"?><html><body>{1} x</body></html>']
        for label, codec, text in LABELS:
            label = label.strip('"\' ')
            for form in forms[:0 if codec.startswith('utf-16') else None]:
                with self.subTest(label=label, form=form):
                    self.write('a.html', form.format(label, text).encode(codec))
                    self.assertEqual(self.expected(text), self.words('a.html'))
                    self.assertNotIn('read as', self.said)

    def test_a_page_in_mail_may_declare_it_itself(self):
        page = '<html><meta charset="x-sjis"><body>カメラ</body></html>'
        self.write('a.eml', b'From: a@b\nSubject: x\nContent-Type: text/html\n\n' +
                   page.encode('cp932'))
        self.assertEqual(self.words('a.eml'), self.expected('カメラ'))

    def test_unknown_ones_are_named(self):
        text = 'мука и масло'
        self.write('a.eml', self.mail('foo-9', text.encode()))
        self.assertEqual(self.words('a.eml'), self.expected(text))
        self.assertIn('1 part read as UTF-8 because the declared encoding "foo-9" is unknown',
                      self.notes('a.eml'))
        self.write('a.html', b'<html><meta charset=foo-9><p>caf\xe9 x')
        self.assertIn('a.html read as Latin-1 (Windows-1252) because the declared encoding "foo-9" '
                      'is unknown', self.notes('a.html'))
        self.write('b.eml', self.mail('foo-9', b'flour'))
        self.assertNotIn('foo-9', self.notes('b.eml'))

    def test_those_that_say_nothing_are_none(self):
        for label in ('unknown-8bit', 'x-unknown', ''):
            self.write('a.eml', self.mail(label, 'café'.encode()))
            self.assertEqual(self.words('a.eml'), self.expected('café'))
            self.write('a.eml', self.mail(label, 'café'.encode('latin-1')))
            self.assertIn('1 part without a declared encoding, read as Latin-1',
                          self.notes('a.eml'))

    def test_that_contradict_the_bytes(self):
        text = 'мука и масло и сахар'
        for label in ('utf-16', 'UTF-16LE', 'iso-8859-1', 'windows-1251', 'us-ascii'):
            with self.subTest(label):
                self.write('a.eml', self.mail(label, text.encode()))
                self.assertEqual(self.words('a.eml'), self.expected(text))
        self.assertNotIn('although', self.notes('a.eml'))
        self.write('a.eml', self.mail('windows-1251', text.encode()))
        self.assertIn('1 part read as UTF-8 although "windows-1251" is declared',
                      self.notes('a.eml'))
        self.write('a.eml', self.mail('utf-8', 'un café crème'.encode('latin-1')))
        self.assertEqual(self.words('a.eml'), self.expected('un café crème'))
        self.assertIn('1 part read as Latin-1 (Windows-1252) although "utf-8" is declared',
                      self.notes('a.eml'))

    def test_are_names_for_the_option_too(self):
        self.write('a.tsv', '\tпривет\n'.encode('cp1251'))
        for name in ('windows-1251', 'x-cp1251', 'win1251', 'CP1251'):
            self.assertEqual(self.words('a.tsv', '--encoding', name), ['привет'])
        self.fail_with(1, ['vectorize', 'a.tsv', '-o', 'X.mtx', '--encoding', 'foo-9'],
                       'the encoding foo-9 is unknown')


if __name__ == '__main__':
    support.main()
