"""What is said about languages and encodings that were guessed, and what is refused."""
import json
import subprocess

import support
from remedies_support import RemedyTest

ENGLISH = ['The team won the match in the last minute and the coach was not happy with it.',
           'Put the dough into the oven and let it rest for an hour before it is baked again.',
           'The government passed a law in parliament, and the minister wants to lower the taxes.']
GERMAN = ['Die Mannschaft hat das Spiel in der letzten Minute gewonnen, und der Trainer war müde.',
          'Den Teig für eine Stunde ruhen lassen und dann mit der Butter in den Ofen schieben.',
          'Die Regierung hat im Parlament ein Gesetz über die Steuern für Städte beschlossen.']
FRENCH = ["L'équipe a gagné le match dans la dernière minute et l'entraîneur était très content.",
          'Il faut laisser reposer la pâte pendant une heure et puis la mettre au four.',
          'Le gouvernement a adopté une loi au parlement et le ministre veut baisser les impôts.']
RUSSIAN = ['Команда выиграла матч на последней минуте, и тренер был очень доволен защитой.',
           'Тесто должно отдохнуть один час, потом его ставят в духовку вместе с маслом.',
           'Правительство приняло новый закон в парламенте, и министр хочет снизить налоги.']
GREEK = ['Η ομάδα κέρδισε τον αγώνα στο τελευταίο λεπτό και ο προπονητής ήταν χαρούμενος.',
         'Η ζύμη πρέπει να ξεκουραστεί μία ώρα και μετά ψήνεται στον φούρνο με βούτυρο.',
         'Η κυβέρνηση ψήφισε έναν νέο νόμο στη βουλή και ο υπουργός θέλει λιγότερους φόρους.']
CATALAN = ["L'equip va guanyar el partit a l'últim minut i l'entrenador estava molt content avui.",
           'Cal deixar reposar la massa durant una hora i després posar-la al forn amb mantega.',
           'El govern ha aprovat una nova llei al parlament i el ministre vol abaixar impostos.']
HEBREW = ['הקבוצה ניצחה במשחק בדקה האחרונה והמאמן היה מרוצה מאוד', 'הממשלה העבירה חוק חדש בכנסת']
ARABIC = ['فاز الفريق بالمباراة في الدقيقة الأخيرة وكان المدرب سعيدا', 'وافقت الحكومة على القانون']
THAI = ['ทีมชนะการแข่งขันในนาทีสุดท้ายและโค้ชมีความสุขมาก', 'รัฐบาลผ่านกฎหมายใหม่ในสภา']
CHINESE = ['球队在最后一分钟赢得了比赛，教练非常高兴。', '政府在议会通过了新的法律，部长想降低税收。']
TAIWAN = ['球隊在最後一分鐘贏得了比賽，教練非常高興。', '政府在議會通過了新的法律，部長想降低稅收。']
JAPANESE = ['チームは最後の一分で試合に勝ち、監督はとても喜んでいました。', '政府は国会で新しい法律を可決した。']
KOREAN = ['팀이 마지막 순간에 경기에서 이겼고 감독은 매우 기뻐했다.', '정부는 국회에서 새로운 법을 통과시켰다.']
POLISH = ['Zażółć gęślą jaźń, świetna drużyna strzeliła gola w ostatniej minucie meczu.',
          'Rząd uchwalił nową ustawę w parlamencie i minister chce obniżyć podatki.']
CODES = ['CC(=O)Oc1ccccc1C(=O)O', 'CN1C=NC2=C1C(=O)N(C(=O)N2C)C', 'Cc1ccccc1C(=O)O and C1CCCCC1']


class LanguageTest(RemedyTest):
    def texts(self, *languages, times=4):
        return [text for i in range(times) for texts in languages for text in texts]

    def read(self, texts, *arguments, encoding='utf-8', name='a.csv'):
        lines = ''.join(f'{i},"{text}"\n' for i, text in enumerate(texts))
        self.write(name, ('id,text\n' + lines).encode(encoding))
        return self.run_program('vectorize', name, '-o', 'X.mtx', '--text-field', 'text',
                                '-s', 'max-df=1', *arguments)[::2]

    def setUp(self):
        super().setUp()
        if 'CLD2' in self.read(ENGLISH, '--language', 'auto')[1]:
            self.skipTest('the program was built without CLD2')


class Languages(LanguageTest):
    def test_of_texts_that_are_not_english_are_named(self):
        for texts, language in [(GERMAN, 'German: --language german'),
                                (FRENCH, 'French: --language french'),
                                (RUSSIAN, 'Russian: --language russian')]:
            warning = f'warning: a.csv: the texts seem to be {language} leaves out its stop words'
            self.assertIn(warning, self.read(self.texts(texts))[1])
            self.assertIn(warning, self.read(self.texts(*[texts] * 5, ENGLISH))[1])
        err = self.read(self.texts(GERMAN, FRENCH, RUSSIAN))[1]
        self.assertIn('in several languages, such as', err)
        self.assertIn('--language mixed leaves out the stop words of each', err)

    def test_of_titles_of_products_are_not_named(self):
        cars = ['Volkswagen Golf 1.6 TDI Comfortline', 'Renault Clio 0.9 TCe Energy',
                'Mercedes-Benz C 220 d Avantgarde', 'Fiat Panda 1.2 Lounge']
        wines = ['Chateau Margaux Grand Cru Classe 2005', 'Riesling Spaetlese Mosel 2012',
                 'Barolo Riserva DOCG 1999', 'Rioja Gran Reserva 2010', 'Chablis Premier Cru']
        for texts in cars, wines, [text for text in cars + wines]:
            self.assertNotIn('texts seem to be', self.read(self.texts(texts, times=20))[1])
        self.assertNotIn('several', self.read(self.texts(GERMAN, FRENCH, times=2))[1])

    def test_with_stop_words_of_the_user_are_not_named(self):
        self.write('stop.txt', 'die\nder\nund\n')
        err = self.read(self.texts(GERMAN), '--stop-words', 'stop.txt')[1]
        self.assertNotIn('--language', err)

    def test_are_not_named_without_need(self):
        for texts, arguments in [(ENGLISH, ()), (CODES, ()), (GREEK, ()), (GERMAN[:1], ()),
                                 (GERMAN, ('--language', 'english')),
                                 (GERMAN, ('--language', 'german')),
                                 (GERMAN, ('--language', 'mixed')),
                                 (GERMAN, ('-s', 'stop-words=none'))]:
            times = 1 if texts == GERMAN[:1] else 4
            with self.subTest(texts=texts, arguments=arguments):
                err = self.read(self.texts(texts, times=times), *arguments)[1]
                self.assertNotIn('--language', err)

    def test_that_were_found_are_told(self):
        err = self.read(self.texts(GERMAN), '--language', 'auto')[1]
        self.assertIn('a.csv: the language found is german, in 12 of 12 texts', err)
        self.assertNotIn('warning', err)
        err = self.read(self.texts(GERMAN, FRENCH, ENGLISH, RUSSIAN), '--language', 'auto')[1]
        self.assertIn('is not the language of most texts: --language mixed', err)
        err = self.read(self.texts(GERMAN, GERMAN, ENGLISH), '--language', 'auto')[1]
        self.assertIn('german, in 24 of 36 texts', err)
        self.assertNotIn('warning', err)

    def test_without_stop_words_are_told(self):
        for texts, language in (GREEK, 'greek'), (CATALAN, 'catalan'):
            warning = f'there are no built-in stop words for {language}'
            for asked in language, 'auto':
                self.assertIn(warning, self.read(self.texts(texts), '--language', asked)[1])
        self.assertNotIn('built-in', self.read(self.texts(GERMAN), '--language', 'german')[1])

    def test_traditional_chinese_loses_its_function_words(self):
        self.write('zh.tsv', '\t這個 軟體\n\t沒有 軟體\n')
        self.succeed('vectorize', 'zh.tsv', '-q', '-o', 'X.mtx', '--language', 'chinese')
        self.assertEqual((self.folder / 'X.terms.txt').read_text(encoding='utf-8'), '軟體\n')


class Encodings(LanguageTest):
    OTHERS = [('cp1251', RUSSIAN, 'WINDOWS-1251'), ('koi8_r', RUSSIAN, 'KOI8-U'),
              ('iso8859_5', RUSSIAN, 'ISO-8859-5'), ('cp866', RUSSIAN, 'IBM866'),
              ('cp1253', GREEK, 'WINDOWS-1253'), ('cp1255', HEBREW, 'WINDOWS-1255'),
              ('cp1256', ARABIC, 'WINDOWS-1256'), ('cp874', THAI, 'TIS-620'),
              ('gb18030', CHINESE, 'GB18030'), ('big5', TAIWAN, 'BIG5'),
              ('shift_jis', JAPANESE, 'SHIFT_JIS'), ('euc_jp', JAPANESE, 'EUC-JP'),
              ('euc_kr', KOREAN, 'EUC-KR'), ('cp850', GERMAN, 'IBM850')]

    def test_that_are_not_latin_1_are_refused_with_a_remedy(self):
        for codec, texts, name in self.OTHERS:
            with self.subTest(codec):
                code, err = self.read(texts, encoding=codec)
                self.assertEqual(code, 1, err)
                self.assertIn('a.csv is neither UTF-8 nor Latin-1 (Windows-1252): its letters '
                              f'suggest --encoding {name}', err)
                self.assertEqual(self.read(texts, '--encoding', name, encoding=codec)[0], 0)
                read = (self.folder / 'X.terms.txt').read_bytes()
                self.assertEqual(self.read(texts)[0], 0)
                self.assertEqual((self.folder / 'X.terms.txt').read_bytes(), read)

    def test_of_european_languages_are_read(self):
        for codec, texts in [('latin-1', GERMAN), ('cp1252', FRENCH), ('cp1250', POLISH),
                             ('iso8859_2', POLISH), ('latin-1', CATALAN),
                             ('cp1252', ['“Été” — «À» …', 'ÀÉ', '————— caffè €']),
                             ('cp1254', ['İşçiler çok yoğun çalıştığı için öğle yemeğine geç'])]:
            with self.subTest(codec=codec, texts=texts):
                code, err = self.read(texts, encoding=codec)
                self.assertEqual(code, 0, err)
                self.assertIn('a.csv is read as Latin-1 (Windows-1252)', err)

    ODD = ['äöü are the German umlauts'.encode('cp1252'), '“…” he said'.encode('cp1252'),
           b'a byte \x90 of another program', '20 – 25 °C ±½°'.encode('cp1252'),
           '½¼¾½'.encode('cp1252'), 'ÄÖÜ «ÇA» ÉÉÉ'.encode('cp1252')]

    def test_a_few_bytes_refuse_nothing(self):
        (self.folder / 'docs').mkdir()
        for i in range(30):
            self.write(f'docs/{i}.txt', ENGLISH[i % 3])
        for odd in self.ODD:
            with self.subTest(odd):
                texts = [text.encode() for text in self.texts(ENGLISH, times=20)]
                texts[7] = texts[27] = texts[47] = odd
                lines = b''.join(b'%d,"%s"\n' % (i, text) for i, text in enumerate(texts))
                self.write('a.csv', b'id,text\n' + lines)
                self.write('docs/7.txt', odd)
                for name in 'a.csv', 'docs':
                    code, _, err = self.run_program('vectorize', name, '-o', 'X.mtx')
                    self.assertEqual(code, 0, err)
                    self.assertIn('read as Latin-1 (Windows-1252)', err)
                    self.assertNotIn('suggest', err)

    def test_one_odd_file_of_many_is_a_warning(self):
        (self.folder / 'docs').mkdir()
        for i in range(30):
            self.write(f'docs/{i}.txt', ENGLISH[i % 3])
        self.write('docs/ru.txt', RUSSIAN[0].encode('cp1251'))
        code, _, err = self.run_program('vectorize', 'docs', '-o', 'X.mtx')
        self.assertEqual(code, 0, err)
        self.assertIn('warning: 1 file of docs read as Latin-1 (Windows-1252), although its '
                      'letters suggest WINDOWS-1251, the first is ru.txt; iconv -f '
                      'WINDOWS-1251 -t UTF-8 converts such a file', err)
        for i in range(30):
            self.write(f'docs/{i}.txt', RUSSIAN[i % 3].encode('cp1251'))
        self.fail_with(1, ['vectorize', 'docs', '-o', 'Y.mtx'], 'suggest --encoding WINDOWS-1251')

    def test_of_latin_letters_are_never_taken_for_other_scripts(self):
        slovak = ['Ťažko povedať, čo bude ďalej, keď príde dážď a treba pokračovať v práci.',
                  'Robiť niečo nové je vždy ťažké, ale treba to skúsiť, veď sa to dá naučiť.']
        portuguese = ['A situação é difícil e não há solução à vista, mas você também irá lá.',
                      'Os médicos recomendam exercício físico, alimentação saudável e três maçãs.']
        french = ["À l'été, où naît la forêt, une créature très âgée a été réélue, ça va.",
                  "L'élève préféré répète sa leçon où il peut, même à l'hôtel des frères."]
        for codec, texts, name in [('cp1250', slovak, 'WINDOWS-1250'),
                                   ('mac_roman', portuguese, 'MACINTOSH'),
                                   ('mac_roman', french, 'MACINTOSH'),
                                   ('cp850', GERMAN, 'IBM850')]:
            with self.subTest(codec=codec, texts=texts):
                code, err = self.read(texts, encoding=codec)
                self.assertEqual(code, 1, err)
                self.assertIn(f'suggest --encoding {name}', err)
        code, err = self.read(['Přečti si tuhle zprávu, teď ať to víš'], encoding='cp1250')
        self.assertEqual(code, 0, err)
        self.assertIn('although its letters suggest WINDOWS-1250; --encoding names another', err)

    def test_of_cyrillic_are_told_apart(self):
        ukrainian = ['Уряд ухвалив новий закон у парламенті, і міністр хоче знизити податки.']
        bulgarian = ['Правителството прие нов закон в парламента и министърът иска да намали.']
        capitals = [text.upper() for text in RUSSIAN]
        for codec, name in ('cp1251', 'WINDOWS-1251'), ('koi8_u', 'KOI8-U'), ('cp866', 'IBM866'):
            for texts in (RUSSIAN, bulgarian, capitals) + ((ukrainian,) * (codec != 'cp866')):
                self.assertIn(f'suggest --encoding {name}', self.read(texts, encoding=codec)[1])

    def test_of_files_in_a_folder_are_refused_with_a_remedy(self):
        self.need('iconv')
        (self.folder / 'docs').mkdir()
        for i, text in enumerate(ENGLISH):
            self.write(f'docs/{i}.txt', text)
        self.write('docs/de.txt', GERMAN[0].encode('latin-1'))
        self.write('docs/ru.txt', RUSSIAN[0].encode('cp1251'))
        code, _, err = self.run_program('vectorize', 'docs', '-o', 'X.mtx')
        self.assertEqual(code, 1, err)
        self.assertIn('ru.txt is neither UTF-8 nor Latin-1', err)
        self.assertIn('iconv -f WINDOWS-1251 -t UTF-8 converts this one', err)
        with open(self.folder / 'docs/mended.txt', 'wb') as mended:
            subprocess.run(['iconv', '-f', 'WINDOWS-1251', '-t', 'UTF-8', 'docs/ru.txt'],
                           cwd=self.folder, stdout=mended, check=True)
        (self.folder / 'docs/ru.txt').unlink()
        self.succeed('vectorize', 'docs', '-o', 'X.mtx', '-s', 'max-df=1', '-s', 'min-df=1')
        self.assertIn('матч', (self.folder / 'X.terms.txt').read_text(encoding='utf-8'))


class TwiceEncoded(LanguageTest):
    def twice(self, texts, codec):
        return [text.encode().decode(codec) for text in texts]

    def test_json_is_mended_by_the_command(self):
        self.need('jq', 'iconv')
        messages = [{'timestamp_ms': i, 'content': text}
                    for i, text in enumerate(self.twice(self.texts(GERMAN), 'latin-1'))]
        self.write('a b.json', json.dumps({'messages': messages}))
        self.shell(self.command(r'encoded twice \(Ã¼ for ü\); write them once: (.*)$', 'vectorize',
                                'a b.json', '-o', 'X.mtx', '--language', 'german'))
        err = self.run_program('vectorize', 'a b.json.once.json', '-o', 'X.mtx', '--language',
                               'german', '-s', 'min-df=1')[2]
        self.assertNotIn('twice', err)
        terms = (self.folder / 'X.terms.txt').read_text(encoding='utf-8')
        self.assertIn('städte', terms)

    def test_tables_are_mended_by_the_command(self):
        self.need('iconv')
        for codec in 'latin-1', 'cp1252':
            more = ['10 € für'] if codec == 'cp1252' else []
            texts = self.twice(self.texts(GERMAN + more), codec)
            self.read(texts)
            self.shell(self.command(r'write them once: (.*)$', 'vectorize', 'a.csv', '-o', 'X.mtx'))
            self.run_program('vectorize', 'a.csv.once.csv', '-o', 'X.mtx', '-s', 'min-df=1')
            self.assertIn('städte', (self.folder / 'X.terms.txt').read_text(encoding='utf-8'))

    def test_other_texts_have_no_warning(self):
        for texts in GERMAN, FRENCH, RUSSIAN, ['Ã la carte für', 'à', 'Â© 2024']:
            self.assertNotIn('twice', self.read(texts)[1])


if __name__ == '__main__':
    support.main()
