"""The first sentence of what the header says of each function, for documentation in an editor."""
import re

from header import entries_of, name_of, paragraphs, rows_of, sections_of


def of(header):
    """{function: sentence}"""
    found = {}
    for _, body in sections_of(header)[1:]:
        for entry in entries_of(body):
            prose = [' '.join(line.strip() for line in part) for lines in entry.comments
                     for part in paragraphs(lines) if not rows_of(part)]
            match = re.match(r'.*?[.:;](?=\s|$)', ' '.join(prose))
            sentence = (match[0] if match else ' '.join(prose)).rstrip(':;.').strip()
            for declaration in entry.declarations:
                name = name_of(declaration)
                found[name] = f'{sentence}. {name}().' if sentence else f'{name}().'
    return found
