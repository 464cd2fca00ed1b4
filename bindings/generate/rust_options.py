"""The methods and the options with the types of their values for Rust, from the tables of the
program."""
import textwrap

HEAD = '''// Written by bindings/generate from the tables of the program. DO NOT EDIT.

choices! {
    /// A method.
    Method {
'''


def camel(word):
    return ''.join(part.capitalize() for part in word.split('-'))


def comment(text, indent):
    # Brackets would be links.
    text = text.replace('[', r'\[').replace(']', r'\]').replace('<', r'\<')
    return textwrap.fill(text, 100, initial_indent=indent + '/// ',
                         subsequent_indent=indent + '/// ', break_long_words=False,
                         break_on_hyphens=False)


def sentence(text):
    return text[0].upper() + text[1:] + '.'


def choice(name, option, words):
    listed = ', '.join(f'{camel(word)} = "{word}"' for word in words)
    body = textwrap.fill(listed + ',', 100, initial_indent=' ' * 8, subsequent_indent=' ' * 8,
                         break_on_hyphens=False)
    return f'    /// Values of the option `{option}`.\n    {name} {{\n{body}\n    }}\n'


def is_switch(words):
    return set(words) == {'yes', 'no'}


def files(methods, options):
    """{path: text}"""
    described, words = {}, {}
    for listed in options.values():
        for option in listed:
            described.setdefault(option['name'], option)
            known = words.setdefault(option['name'], {})
            known.update(dict.fromkeys(option.get('values') or []))
    out = [HEAD]
    for method in methods:
        out.append(comment(sentence(method['summary']), ' ' * 8) + '\n')
        out.append(f'        {camel(method["name"])} = "{method["name"]}",\n')
    out.append('    }\n}\n\nchoices! {\n')
    kinds = {}
    for name, option in described.items():
        if 'type' in option:
            assert not words[name], f'{name} is a number and has words'
            kinds[name] = {'integer': 'i64', 'number': 'f64'}[option['type']]
        elif is_switch(words[name]):
            kinds[name] = 'bool'
        else:
            kinds[name] = camel(name)
            same = name.removeprefix('feature-')
            if same != name and words.get(same) == words[name]:
                kinds[name] = camel(same)
            else:
                out.append(choice(kinds[name], name, words[name]))
    out.append('}\n\nkeys! {\n')
    for name, option in described.items():
        out.append(comment(sentence(option['summary']), ' ' * 4) + '\n')
        out.append(f'    {name.upper().replace("-", "_")}: {kinds[name]} = "{name}",\n')
    out.append('}\n')
    return {'bindings/rust/manifact/src/option/generated.rs': ''.join(out)}
