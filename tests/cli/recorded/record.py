"""Records what pandas, R, jq, LibreOffice, mutt and s-nail write: record.py, with no argument.

Needs the Debian packages python3-pandas, r-base-core, jq, libreoffice-calc, mutt and s-nail, and
writes beside itself the files that tests/cli/tables.py and mails.py read, with the versions of the
programs in versions.txt. The documents are those of tables.py.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
os.environ.setdefault('MANIFACT', '')
sys.path.insert(0, str(HERE.parent))
import tables  # noqa: E402

R = '''
records <- read.csv("plain.csv", colClasses = "character")
write.csv(records, "r_write_csv.csv")
write.csv(records, "r_no_row_names.csv", row.names = FALSE)
write.csv2(records, "r_write_csv2.csv")
write.table(records, "r_write_table.csv", sep = ",")
write.table(records, "r_table_names.csv", sep = ",", col.names = NA)
write.table(records, "r_write_table.tsv", sep = "\\t", row.names = FALSE)
write.table(records, "r_qmethod.tsv", sep = "\\t", qmethod = "double")
'''


def run(*command, folder, stdin=None):
    done = subprocess.run(command, cwd=folder, input=stdin, capture_output=True, check=True,
                          env={**os.environ, 'LC_ALL': 'C.UTF-8', 'HOME': str(folder)})
    return done.stdout


def pandas_files(folder, records):
    import csv

    import pandas
    frame = pandas.DataFrame(records)
    frame.to_csv(folder / 'plain.csv', index=False)
    frame.to_csv(folder / 'pandas_no_index.csv', index=False)
    frame.to_csv(folder / 'pandas_index.csv')
    frame.to_csv(folder / 'pandas_index.csv.gz')
    frame.to_csv(folder / 'pandas_index_label.csv', index_label='row')
    frame.to_csv(folder / 'pandas_quote_all.csv', index=False, quoting=csv.QUOTE_ALL)
    frame.to_csv(folder / 'pandas_semicolon.csv', index=False, sep=';', encoding='utf-8-sig')
    frame.to_csv(folder / 'pandas_tab.tsv', sep='\t', index=False)
    frame.to_csv(folder / 'pandas_utf16.csv', sep='\t', index=False, encoding='utf-16')
    frame.to_csv(folder / 'pandas_escaped.csv', index=False, doublequote=False, escapechar='\\')
    frame.to_json(folder / 'pandas_records.json', orient='records')
    frame.to_json(folder / 'pandas_indent.json', orient='records', indent=2)
    frame.to_json(folder / 'pandas_lines.jsonl', orient='records', lines=True)
    frame.to_json(folder / 'pandas_lines.json.gz', orient='records', lines=True)
    return 'pandas ' + pandas.__version__


def r_files(folder):
    run('R', '--vanilla', '--slave', '-e', R, folder=folder)
    return run('R', '--version', folder=folder).decode().splitlines()[0]


def jq_files(folder, records):
    array = json.dumps(records).encode()
    for name, options in {'jq_lines.jsonl': ['-c', '.[]'], 'jq_compact.json': ['-c', '.'],
                          'jq_array.json': ['.'], 'jq_objects.json': ['.[]'],
                          'jq_ascii.jsonl': ['-a', '-c', '.[]'],
                          'jq_tab.json': ['--tab', '.']}.items():
        (folder / name).write_bytes(run('jq', *options, folder=folder, stdin=array))
    names = '(.[0] | keys_unsorted) as $names | $names, (.[] | [.[$names[]]]) | @csv'
    (folder / 'jq_csv.csv').write_bytes(run('jq', '-r', names, folder=folder, stdin=array))
    return run('jq', '--version', folder=folder).decode().strip()


def spreadsheet_files(folder):
    """A sheet with all columns as text, exported with the options of the dialog."""
    def convert(name, to, *options):
        run('soffice', '--headless', *options, '--convert-to', to, name, folder=folder)

    columns = '/'.join(f'{i}/2' for i in range(1, 6))
    convert('plain.csv', 'ods', f'--infilter=CSV:44,34,76,1,{columns}')
    for name, options in {'comma': '44,34,76,1,,0,false', 'semicolon': '59,34,76,1',
                          'tab': '9,34,76,1',
                          'quoted': '44,34,76,1,,0,true', 'utf16': '9,34,65535,1,,0,false',
                          'latin1': '59,34,12,1'}.items():
        convert('plain.ods', f'csv:Text - txt - csv (StarCalc):{options}')
        (folder / 'plain.csv').rename(folder / f'libreoffice_{name}.csv')
    return run('soffice', '--version', folder=folder).decode().strip()


# Subject, body, attachment: short lines, long lines, letters beyond ASCII, "From " and quotes.
MAILS = [
    ('oven', 'flour butter\n\nFrom the sugar makes pastry\n> recipe\n', None),
    ('Käse', 'Äpfel und Öl ' + 'süß ' * 40 + '\n', None),
    ('goal', 'striker league\n', b'%PDF words in a file'),
    ('мука', 'масло сахар\n', None),
    ('orbit', 'rocket ' * 200 + '\n.\nprobe=20 =\n', None),
]


def mail_files(folder):
    (folder / 'a.pdf').write_bytes(MAILS[2][2])
    to = 'bob@example.org'
    for box, kind, eight_bit in (('mutt.mbox', 'mbox', 'yes'),
                                 ('mutt_maildir', 'Maildir', 'no')):
        for subject, body, attachment in MAILS:
            settings = ['set sendmail=/bin/true', 'set from=ann@example.org', 'set copy=yes',
                        'set realname=Ann', f'set allow_8bit={eight_bit}',
                        'set hostname=example.org', f'set mbox_type={kind}', f'set record={box}']
            words = [word for setting in settings for word in ('-e', setting)]
            attached = ['-a', 'a.pdf'] if attachment else []
            run('mutt', '-n', *words, '-s', subject, *attached, '--', to, folder=folder,
                stdin=body.encode())
    for subject, body, attachment in MAILS:
        attached = ['-a', 'a.pdf'] if attachment else []
        run('s-nail', '-:/', '-S', 'mta=/bin/true', '-S', 'record=s-nail.mbox', '-S',
            'from=ann@example.org', '-S', 'hostname=example.org', '-s', subject, *attached, to,
            folder=folder, stdin=body.encode())
    run('tar', '--sort=name', '--owner=0', '--group=0', '--numeric-owner', '-czf',
        'mutt_maildir.tar.gz', 'mutt_maildir', folder=folder)
    return (run('mutt', '-v', folder=folder).decode().splitlines()[0],
            run('s-nail', '-V', folder=folder).decode().strip())


def main():
    records = tables.records()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        versions = [pandas_files(folder, records), r_files(folder), jq_files(folder, records),
                    *mail_files(folder), spreadsheet_files(folder)]
        for path in HERE.iterdir():
            if path.suffix != '.py' and path.is_file():
                path.unlink()
        for path in folder.iterdir():
            if path.is_file() and path.name not in ('plain.csv', 'plain.ods', 'a.pdf'):
                shutil.copyfile(path, HERE / path.name)
    (HERE / 'versions.txt').write_text(''.join(version + '\n' for version in versions))


if __name__ == '__main__':
    main()
