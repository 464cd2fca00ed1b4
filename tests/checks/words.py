"""Spelling and phrases of comments, messages and documentation: words.py SOURCE_ROOT [HUNSPELL]

Prose is what comments, string literals with a space, Markdown, HTML and the manual page hold,
without code. Its words are in the American dictionary of hunspell or in words.txt beside this file,
and no regular expression of phrases.txt matches it.
"""
import bisect
import pathlib
import re
import shutil
import subprocess
import sys

SKIPPED = 77
HERE = pathlib.Path(__file__).parent
FOLDERS = ('.ci', 'bench', 'bindings', 'docs', 'examples', 'include', 'packaging', 'precompiled',
           'scripts', 'src', 'tools')
PAGES = '*.md', '*.cff'

C_CODE = re.compile(r'''(?P<skip>^[ \t]*\#[ \t]*include[^\n]*|'(?:\\.|[^'\\\n])+')
    |(?P<comment>//[^\n]*|/\*.*?\*/)
    |R"(?P<delimiter>\w*)\((?P<raw>.*?)\)(?P=delimiter)"
    |"(?P<string>(?:\\.|[^"\\\n])*)"''', re.X | re.S | re.M)
SCRIPT_CODE = re.compile(r'''(?P<comment>/\*.*?\*/)
    |(?P<line>(?<![:\w'"`/])//[^\n]*)
    |"(?P<string>(?:\\.|[^"\\\n])*)"|'(?P<single>(?:\\.|[^'\\\n])*)'
    |`(?P<template>(?:\\.|[^`\\])*)`''', re.X | re.S)
PYTHON = re.compile(r"""(?P<comment>\#[^\n]*)|(?:'''|\"\"\")(?P<raw>.*?)(?:'''|\"\"\")
    |(?P<skip>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")""", re.X | re.S)
SHELL = re.compile(r'(?P<comment>(?m:^\s*#(?!!)[^\n]*))')
CSS = re.compile(r'(?P<comment>/\*.*?\*/)', re.S)
CODE = {'.c': C_CODE, '.h': C_CODE, '.in': C_CODE, '.cpp': C_CODE, '.hpp': C_CODE, '.def': C_CODE,
        '.java': C_CODE, '.js': SCRIPT_CODE, '.ts': SCRIPT_CODE, '.go': SCRIPT_CODE, '.jl': PYTHON,
        '.py': PYTHON, '.css': CSS, '.build': SHELL, '': SHELL, '.sh': SHELL,
        '.cff': SHELL}

# What is not prose in pages: code, links, formulas, tags, commands of roff.
PAGE = {
    '.md': re.compile(r'''^```.*?^```[^\n]*|``[^`]+``|`[^`]*`|\$\$.*?\$\$|\$[^$\n]+\$|\]\([^)]*\)
        |<[^>\n]*>|^---\n.*?\n---$|(?<=\n\n)[ ]{4}[^\n]*(?:\n[ ]{4}[^\n]*)*
        |^(?:\[[^\]]+\]:[ ])\S+|\{[\w:-]+\}''', re.S | re.M | re.X),
    '.rst': re.compile(r'^\.\. [^\n]*|``[^`]*``|:[\w:]+:`[^`]*`', re.M),
    '.html': re.compile(r'<script.*?</script>|<style.*?</style>|<!--|-->|<[^>]*>|&\w+;'
                        r'|\{\{.*?\}\}', re.S),
    '.1': re.compile(r'^\.(?:TH|SH)[^\n]*|^\.\\"|^\.[A-Z]+|\\f[A-Z]|\\\(..|\\[-e&]|"', re.M)}

MARKS = re.compile(r'^[ \t]*(?:/\*+|\*/?|//+|#+)|\*/|//|\\[ntr]', re.M)
# Words of prose that are code: formats, addresses, paths, options, names, formulas.
NAMES = re.compile(r'''%[-+\#0]*[\d*.]*(?:ll|l|z|h)?[a-zA-Z]|%%|`[^`]*`|https?://\S+|[\w.]+@\S+
    |[\w.*{}~-]*/[^\s),;]*|(?<![\w-])--?[a-zA-Z][\w-]*|\\\S*|\$\{[^}]*\}
    |[\w']*[_^\d][\w'^]*|\w+(?:(?:::|\.|->)\w+)+|\w+\(\)|\b\w{1,2}'\w*|\b\w+'[A-Z]\w*
    |\w+=[\w-]+|<\w+>''', re.X)
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def blank(text):
    return re.sub(r'[^\n]', ' ', text)


def prose_of_code(text, tokens):
    """The text with everything but prose blanked; code separates what stands beside it."""
    out, end = [], 0
    for match in tokens.finditer(text):
        kind = match.lastgroup
        if kind == 'delimiter':
            kind = 'raw'
        part = match.group(0)
        found = match.group(kind) if kind != 'skip' else ''
        if not found or kind in ('string', 'single', 'template') and ' ' not in found.strip():
            continue
        code = text[end:match.start()]
        out.append(blank(code).replace(' ', '\0', 1) if code.strip() else code)
        start = part.index(found)
        out.append(' ' * start + found + ' ' * (len(part) - start - len(found)))
        end = match.end()
    return MARKS.sub(lambda mark: blank(mark.group(0)), ''.join(out))


def prose_of(path):
    text = path.read_text(encoding='utf-8')
    if path.suffix in PAGE:
        return PAGE[path.suffix].sub(lambda match: blank(match.group(0)), text)
    return prose_of_code(text, CODE[path.suffix])


def words_of(prose):
    """(word, position) of the words to look up; capitals within a word make it a name."""
    text = NAMES.sub(lambda match: blank(match.group(0)), prose)
    for match in WORD.finditer(text):
        word = re.sub(r"['’]s?$", '', match.group(0)).replace('’', "'")
        if len(word) > 2 and word[1:].islower() or "'" in word:
            yield word, match.start()


def misspelled(words, hunspell):
    run = subprocess.run([hunspell, '-d', 'en_US', '-i', 'utf-8', '-l'], check=True,
                         input='\n'.join(sorted(words)), capture_output=True, encoding='utf-8')
    return set(run.stdout.split('\n')) & words


def read_phrases(path):
    """[(regular expression, what to write instead)]: a tab separates them."""
    lines = [line for line in path.read_text(encoding='utf-8').splitlines()
             if line and not line.startswith('#')]
    return [(re.compile(pattern), instead)
            for pattern, _, instead in (line.partition('\t') for line in lines)]


def phrases_of(prose, phrases):
    """(phrase, what to write instead, position) in the prose with single spaces, in lower case."""
    starts, ends, parts, end = [], [], [], 0
    for match in re.finditer(r'\S+', prose):
        starts.append(match.start())
        ends.append(end)
        parts.append(match.group(0))
        end += len(parts[-1]) + 1
    text = ' '.join(parts).lower()
    for pattern, instead in phrases:
        for match in pattern.finditer(text):
            yield match.group(0), instead, starts[bisect.bisect(ends, match.start()) - 1]


def files_of(root):
    found = [path for folder in FOLDERS for path in sorted((root / folder).rglob('*'))]
    found += [path for pattern in PAGES for path in sorted(root.glob(pattern))]
    return [path for path in found if path.is_file() and path.suffix in CODE.keys() | PAGE.keys()]


def check(root, hunspell):
    known = (HERE / 'words.txt').read_text(encoding='utf-8').split()
    findings = []
    if known != sorted(set(known), key=lambda word: (word.lower(), word)):
        findings.append('tests/checks/words.txt: not sorted, or a word is there twice')
    phrases = read_phrases(HERE / 'phrases.txt')
    prose = {path.relative_to(root): prose_of(path) for path in files_of(root)}
    assert len(prose) > 100, f'no sources in {root}'

    used = {path: list(words_of(text)) for path, text in prose.items()}
    listed = set(known)
    wrong = misspelled({word for words in used.values() for word, _ in words
                        if not {word, word.lower()} & listed}, hunspell)
    for path, text in prose.items():
        here = [(at, f'"{word}" is not in the dictionary nor in tests/checks/words.txt')
                for word, at in used[path] if word in wrong]
        here += [(at, f'"{phrase}": {instead}')
                 for phrase, instead, at in phrases_of(text, phrases)]
        findings += [f'{path}:{text.count(chr(10), 0, at) + 1}: {finding}'
                     for at, finding in sorted(here)]
        if path.suffix == '.1':
            findings += [f'{path}:{line}: roff takes a line that begins with "{mark[0]}" for a '
                         'command' for line, mark in enumerate(text.splitlines(), 1)
                         if re.match("[.'](?! )", mark)]
    return findings


def main(root, hunspell='hunspell'):
    if shutil.which(hunspell) is None:
        print(f'skipped: {hunspell} is not installed')
        return SKIPPED
    findings = check(pathlib.Path(root), hunspell)
    print(*findings, sep='\n')
    return 1 if findings else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
