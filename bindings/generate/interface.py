"""The description of the C interface, bindings/interface.json, which is edited by hand.

README.md in the folder above says what it contains.
"""
import json


def as_json(description):
    """The description with one argument, value or short list in a line."""
    def line(value):
        return json.dumps(value, ensure_ascii=False)

    def item(value):
        if not isinstance(value, dict):
            return [' ' + line(value)]
        out, short = [], {}
        for key, part in value.items():
            if isinstance(part, list) and part and isinstance(part[0], dict):
                rows = ',\n'.join(f'   {line(row)}' for row in part)
                out.append(f'{line(key)}: [\n{rows}]')
            else:
                short[key] = part
        return [' {' + ',\n  '.join([line(short)[1:-1], *out]) + '}']

    parts = []
    for key, value in description.items():
        if isinstance(value, list):
            rows = ',\n'.join(row for part in value for row in item(part))
            parts.append(f'{line(key)}: [\n{rows}]')
        else:
            parts.append(f'{line(key)}: {line(value)}')
    return '{\n' + ',\n'.join(parts) + '\n}\n'
