"""The functions of the description, called without anything: each is there, and refuses NULL where
the description does not allow it."""
import json
import pathlib

import pytest

from manifact._library import ffi, lib, text_of

DESCRIPTION = pathlib.Path(__file__).resolve().parents[2] / 'interface.json'
FUNCTIONS = json.loads(DESCRIPTION.read_text('utf-8'))['functions'] if DESCRIPTION.exists() else []


def nothing(argument):
    is_pointer = '*' in argument['type'] or argument['kind'] in ('callback', 'user')
    return ffi.NULL if is_pointer else 0


@pytest.mark.skipif(not FUNCTIONS, reason='the package alone')
def test_null_is_refused_where_it_is_not_allowed():
    assert len(FUNCTIONS) > 150
    for function in FUNCTIONS:
        arguments = function['arguments']
        result = getattr(lib, function['name'])(*map(nothing, arguments))
        needed = [a for a in arguments if nothing(a) == ffi.NULL and not a.get('nullable')]
        if function['returns'].get('kind') == 'status' and needed:
            assert result in (lib.MANIFACT_ERROR_NULL, lib.MANIFACT_ERROR_HANDLE), function['name']


@pytest.mark.skipif(not FUNCTIONS, reason='the package alone')
def test_numbers_of_statuses_have_their_names():
    description = json.loads(DESCRIPTION.read_text('utf-8'))
    statuses = next(enum['values'] for enum in description['enums']
                    if enum['name'] == 'manifact_status')
    assert statuses[0]['name'] == 'MANIFACT_OK'
    for status in statuses:
        assert text_of(lib.manifact_status_name(status['value'])) == \
            status['name'].removeprefix('MANIFACT_')
