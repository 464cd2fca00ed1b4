"""Writers of Parquet, Arrow and safetensors for the tests: small, and only what these need."""
import json
import struct
import zlib

# Physical types of Parquet.
BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE, BYTE_ARRAY, FIXED = range(8)
PLAIN, DICTIONARY, RLE, DELTA_PACKED, DELTA_LENGTHS, DELTA_TEXTS, SPLIT = 0, 8, 3, 5, 6, 7, 9
PACKED = {BOOLEAN: None, INT32: '<i', INT64: '<q', FLOAT: '<f', DOUBLE: '<d'}


def varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out + bytes([number]))


def zigzag(number):
    return varint(number << 1 ^ number >> 63)


class Struct(dict):
    """A structure of Thrift's compact protocol: id -> value. Integers are (type, value)."""

    def encoded(self):
        out, last = b'', 0
        for number in sorted(self):
            kind, value = thrift_of(self[number])
            out += bytes([(number - last) << 4 | kind]) + value
            last = number
        return out + b'\0'


def thrift_of(value):
    if value is True or value is False:
        return (1 if value else 2), b''
    if isinstance(value, int):
        return 5, zigzag(value)
    if isinstance(value, tuple):  # a long
        return 6, zigzag(value[0])
    if isinstance(value, (str, bytes)):
        data = value.encode() if isinstance(value, str) else value
        return 8, varint(len(data)) + data
    if isinstance(value, list):
        elements = [thrift_of(one) for one in value]
        kind = elements[0][0] if elements else 12
        head = bytes([min(len(value), 15) << 4 | kind])
        return 9, head + (varint(len(value)) if len(value) > 14 else b'') + b''.join(
            one for _, one in elements)
    return 12, value.encoded()


def snappy(data):
    """Literals only."""
    out = varint(len(data))
    for i in range(0, len(data), 60):
        part = data[i:i + 60]
        out += bytes([(len(part) - 1) << 2]) + part
    return out


def lz4_raw(data):
    """Literals only."""
    rest = len(data) - 15
    return (bytes([min(len(data), 15) << 4]) + (b'\xff' * (rest // 255) + bytes([rest % 255])
                                                if rest >= 0 else b'') + data)


def zstd(data):
    """Blocks that are not compressed."""
    out = b'\x28\xb5\x2f\xfd\xa0' + struct.pack('<I', len(data))
    blocks = [data[i:i + 100000] for i in range(0, len(data), 100000)] or [b'']
    for i, block in enumerate(blocks):
        out += struct.pack('<I', len(block) << 3 | (i == len(blocks) - 1))[:3] + block
    return out


def xxh32(data):
    """Of fewer than 16 bytes."""
    rotate = lambda x, n: (x << n | x >> 32 - n) & 0xffffffff
    mixed = 374761393 + len(data)
    for byte in data:
        mixed = rotate(mixed + byte * 374761393 & 0xffffffff, 11) * 2654435761 & 0xffffffff
    mixed = (mixed ^ mixed >> 15) * 2246822519 & 0xffffffff
    mixed = (mixed ^ mixed >> 13) * 3266489917 & 0xffffffff
    return mixed ^ mixed >> 16


def lz4_frame(data):
    """One block that is not compressed."""
    head = b'\x60\x70'
    return (b'\x04\x22\x4d\x18' + head + bytes([xxh32(head) >> 8 & 255])
            + struct.pack('<I', len(data) | 1 << 31) + data + b'\0\0\0\0')


CODECS = {'none': (0, bytes), 'snappy': (1, snappy),
          'gzip': (2, lambda data: _gzip(data)), 'zstd': (6, zstd), 'lz4': (7, lz4_raw)}


def _gzip(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


def runs(levels, width):
    """One run for each group of equal numbers, then one packed group of eight."""
    out, i = b'', 0
    size = (width + 7) // 8
    while i < len(levels):
        end = i
        while end < len(levels) and levels[end] == levels[i]:
            end += 1
        if end - i < 8 and end < len(levels):
            group = (levels[i:i + 8] + [0] * 8)[:8]
            bits = sum(value << width * j for j, value in enumerate(group))
            out += b'\x03' + bits.to_bytes(width, 'little')
            i += 8
            continue
        out += varint(end - i << 1) + levels[i].to_bytes(size, 'little')
        i = end
    return out


def deltas(numbers):
    """DELTA_BINARY_PACKED with blocks of 128 and four parts."""
    out = varint(128) + varint(4) + varint(len(numbers)) + zigzag(numbers[0] if numbers else 0)
    steps = [b - a for a, b in zip(numbers, numbers[1:])]
    for i in range(0, len(steps), 128):
        block = steps[i:i + 128]
        least = min(block)
        out += zigzag(least)
        parts = [block[j:j + 32] for j in range(0, 128, 32)]
        widths = [max([(value - least).bit_length() for value in part], default=0)
                  for part in parts]
        out += bytes(widths)
        for part, width in zip(parts, widths):
            if part:
                bits = sum(value - least << width * j for j, value in enumerate(part))
                out += bits.to_bytes(width * 4, 'little')
    return out


def encoded(values, kind, encoding, width=0):
    if encoding == DELTA_PACKED:
        return deltas(values)
    if encoding == RLE:
        body = runs([int(value) for value in values], 1)
        return struct.pack('<I', len(body)) + body
    if encoding == DELTA_LENGTHS:
        return deltas([len(value) for value in values]) + b''.join(values)
    if encoding == DELTA_TEXTS:
        shared, rests, last = [], [], b''
        for value in values:
            n = 0
            while n < min(len(value), len(last)) and value[n] == last[n]:
                n += 1
            shared.append(n)
            rests.append(value[n:])
            last = value
        return deltas(shared) + deltas([len(rest) for rest in rests]) + b''.join(rests)
    if kind == BYTE_ARRAY:
        return b''.join(struct.pack('<I', len(value)) + value for value in values)
    if kind in (FIXED, INT96):
        return b''.join(values)
    if kind == BOOLEAN:
        bits = sum(int(value) << i for i, value in enumerate(values))
        return bits.to_bytes((len(values) + 7) // 8, 'little')
    plain = b''.join(struct.pack(PACKED[kind], value) for value in values)
    if encoding == SPLIT:
        size = struct.calcsize(PACKED[kind])
        return b''.join(plain[i::size] for i in range(size))
    return plain


class Column:
    """Values of None are nulls; lists are lists. `logical` is a LogicalType, `converted` an old
    annotation."""

    def __init__(self, name, kind, values, encoding=PLAIN, logical=None, converted=None, width=0,
                 schema=None, **more):
        self.name, self.kind, self.encoding, self.width = name, kind, encoding, width
        self.values, self.logical, self.converted = values, logical, converted
        self.is_list = any(isinstance(value, list) for value in values)
        self.schema, self.more = schema, more  # other elements of the schema

    def elements(self):
        facts = {1: self.kind, 3: 1, 4: 'element' if self.is_list else self.name}
        if self.width:
            facts[2] = self.width
        if self.converted is not None:
            facts[6] = self.converted
        if self.logical is not None:
            facts[10] = self.logical
        if self.schema:
            return self.schema
        if not self.is_list:
            return [Struct(facts)]
        return [Struct({3: 1, 4: self.name, 5: 1, 6: 3}), Struct({3: 2, 4: 'list', 5: 1}),
                Struct(facts)]

    def levels(self, values):
        """(definition levels, repetition levels or None, values that are there)."""
        if not self.is_list:
            return [int(value is not None) for value in values], None, [
                value for value in values if value is not None]
        defined, repeated, there = [], [], []
        for row in values:
            if not row:
                defined.append(0 if row is None else 1)
                repeated.append(0)
            for i, value in enumerate(row or []):
                defined.append(2 if value is None else 3)
                repeated.append(int(i > 0))
                there += [] if value is None else [value]
        return defined, repeated, there


def page(column, values, codec, version):
    defined, repeated, there = column.levels(values)
    width = 2 if column.is_list else 1
    if column.encoding == DICTIONARY:
        kinds = list(dict.fromkeys(column.values if not column.is_list else
                                   [one for row in column.values for one in row or []]))
        places = {value: i for i, value in enumerate(value for value in kinds if value is not None)}
        size = max(len(places) - 1, 1).bit_length()
        body = bytes([size]) + runs([places[value] for value in there], size)
    else:
        body = encoded(there, column.kind, column.encoding)
    number, pack = CODECS[codec]
    levels = [runs(repeated, 1)] if repeated else []
    levels.append(runs(defined, width))
    if version == 1:
        all_ = b''.join(struct.pack('<I', len(level)) + level for level in levels) + body
        packed = pack(all_)
        facts = Struct({1: 0, 2: len(all_), 3: len(packed),
                        5: Struct({1: len(defined), 2: column.encoding, 3: 3, 4: 3})})
        return facts.encoded() + packed, len(defined)
    head = b''.join(levels)
    packed = pack(body)
    facts = Struct({1: 3, 2: len(head) + len(body), 3: len(head) + len(packed),
                    8: Struct({1: len(defined), 2: 0, 3: len(values), 4: column.encoding,
                               5: len(levels[-1]), 6: len(levels[0]) if repeated else 0,
                               7: number != 0})})
    return facts.encoded() + head + packed, len(defined)


def dictionary_page(column, codec):
    flat = column.values if not column.is_list else [one for row in column.values
                                                     for one in row or []]
    kinds = [value for value in dict.fromkeys(flat) if value is not None]
    body = encoded(kinds, column.kind, PLAIN)
    packed = CODECS[codec][1](body)
    return Struct({1: 2, 2: len(body), 3: len(packed),
                   7: Struct({1: len(kinds), 2: 0})}).encoded() + packed


def parquet(columns, codec='none', version=1, rows_per_group=None, rows_per_page=5, change=None):
    """`change` may alter the facts of a chunk, a Struct, before they are written."""
    rows = len(columns[0].values)
    out, groups = b'PAR1', []
    for begin in range(0, rows, rows_per_group or rows):
        chunks = []
        end = min(rows, begin + (rows_per_group or rows))
        for column in columns:
            start, count = len(out), 0
            if column.encoding == DICTIONARY:
                out += dictionary_page(column, codec)
            data = len(out)
            for i in range(begin, end, rows_per_page):
                bytes_, values = page(column, column.values[i:min(i + rows_per_page, end)], codec,
                                      version)
                out += bytes_
                count += values
            facts = {1: column.kind, 2: [column.encoding], 3: [column.name],
                     4: CODECS[codec][0], 5: (count,), 6: (len(out) - start,),
                     7: (len(out) - start,), 9: (data,)}
            if column.encoding == DICTIONARY:
                facts[11] = (start,)
            if change:
                change(column, facts)
            chunks.append(Struct({2: (start,), 3: Struct(facts)}))
        groups.append(Struct({1: chunks, 2: (len(out),), 3: (end - begin,)}))
    schema = [Struct({4: 'schema', 5: len(columns)})]
    for column in columns:
        schema += column.elements()
    footer = Struct({1: 1, 2: schema, 3: (rows,), 4: groups}).encoded()
    return out + footer + struct.pack('<I', len(footer)) + b'PAR1'


def texts(values):
    return [None if value is None else value.encode() for value in values]


class Flat:
    """A FlatBuffer: each table before what it points to. A field is (format, value), a str, a
    table, or a list of tables or of packed bytes."""

    def __init__(self, table):
        self.out = bytearray(4)
        self.out[0:4] = struct.pack('<I', self.add(table))

    def add(self, value):
        if isinstance(value, str):
            place = len(self.out)
            self.out += struct.pack('<I', len(value.encode())) + value.encode() + b'\0'
            return place
        if isinstance(value, list):
            place = len(self.out)
            self.out += struct.pack('<I', len(value))
            if value and isinstance(value[0], bytes):
                self.out += b''.join(value)
                return place
            first = len(self.out)
            self.out += bytes(4 * len(value))
            for i, one in enumerate(value):
                self.point(first + 4 * i, one)
            return place
        places, body, later = {}, b'', []
        for number, field in value.items():
            places[number] = 4 + len(body)
            if isinstance(field, tuple):
                body += struct.pack('<' + field[0], field[1])
            else:
                later.append((4 + len(body), field))
                body += bytes(4)
        entries = [places.get(i, 0) for i in range(max(value, default=-1) + 1)]
        head = struct.pack(f'<HH{len(entries)}H', 4 + 2 * len(entries), 4 + len(body), *entries)
        self.out += head
        place = len(self.out)
        self.out += struct.pack('<i', len(head)) + body
        for offset, field in later:
            self.point(place + offset, field)
        return place

    def point(self, place, value):
        self.out[place:place + 4] = struct.pack('<I', self.add(value) - place)


class ArrowField:
    """`kind` and `type_` are those of the union Type; `nodes` [(length, nulls)] and `buffers` of
    each batch."""

    def __init__(self, name, kind, type_, batches, children=(), dictionary=None, parts=None):
        self.name, self.kind, self.type_, self.batches = name, kind, type_, batches
        self.children, self.dictionary, self.parts = children, dictionary, parts

    def table(self):
        facts = {0: self.name, 1: ('B', 1), 2: ('B', self.kind), 3: self.type_,
                 5: [child.table() for child in self.children]}
        if self.dictionary is not None:
            facts[4] = {0: ('q', 0), 1: {0: ('i', 8), 1: ('B', 1)}}
        return facts


def validity(values):
    bits = sum((value is not None) << i for i, value in enumerate(values))
    return bits.to_bytes((len(values) + 7) // 8, 'little')


def utf8(values, large=False):
    data = [value.encode() if value else b'' for value in values]
    ends = [0]
    for one in data:
        ends.append(ends[-1] + len(one))
    return [validity(values), struct.pack(f'<{len(ends)}' + ('q' if large else 'i'), *ends),
            b''.join(data)]


def views(values):
    """Views of texts, the longer ones in one part."""
    part, out = b'', b''
    for value in values:
        data = (value or '').encode()
        if len(data) <= 12:
            out += struct.pack('<i', len(data)) + data.ljust(12, b'\0')
        else:
            out += struct.pack('<i4sii', len(data), data[:4], 0, len(part))
            part += data
    return [validity(values), out, part]


def numbers(values, code):
    return [validity(values), struct.pack(f'<{len(values)}{code}',
                                          *(value or 0 for value in values))]


def message(kind, header, body=b''):
    data = bytes(Flat({0: ('h', 4), 1: ('B', kind), 2: header, 3: ('q', len(body))}).out)
    data = data.ljust((len(data) + 7) // 8 * 8, b'\0')
    return struct.pack('<iI', -1, len(data)) + data, body


def batch(nodes, buffers, codec=None, parts=(), length=None):
    body, places = b'', []
    for data in buffers:
        if codec and data:
            packed = lz4_frame(data) if codec == 'lz4' else zstd(data)
            data = struct.pack('<q', len(data)) + packed
        places.append(struct.pack('<qq', len(body), len(data)))
        body += data.ljust((len(data) + 7) // 8 * 8, b'\0')
    facts = {0: ('q', nodes[0] if length is None else length),
             1: [struct.pack('<qq', node, 0) for node in nodes], 2: places}
    if codec:
        facts[3] = {0: ('b', 0 if codec == 'lz4' else 1)}
    if parts:
        facts[4] = [struct.pack('<q', part) for part in parts]
    return facts, body


def arrow(fields, codec=None, as_file=False, endian=0):
    """`fields` have, for each batch, (nodes, buffers)."""
    schema = {0: ('h', endian), 1: [field.table() for field in fields]}
    out = (b'ARROW1\0\0' if as_file else b'') + message(1, schema)[0]
    blocks = {2: [], 3: []}

    def add(kind, header, body):
        nonlocal out
        head, body = message(kind, header, body)
        blocks[kind].append(struct.pack('<qiiq', len(out), len(head), 0, len(body)))
        out += head + body
    for field in fields:
        for i, (values, is_delta) in enumerate(field.dictionary or []):
            data, body = batch([len(values)], utf8(values), codec)
            add(2, {0: ('q', 0), 1: data, 2: ('B', int(is_delta))}, body)
    for i in range(len(fields[0].batches)):
        nodes, buffers, parts = [], [], []
        for field in fields:
            nodes += field.batches[i][0]
            buffers += field.batches[i][1]
            parts += [field.parts] if field.parts is not None else []
        add(3, *batch(nodes, buffers, codec, parts))
    out += struct.pack('<iI', -1, 0)
    if as_file:
        footer = bytes(Flat({0: ('h', 4), 1: schema, 2: blocks[2], 3: blocks[3]}).out)
        out += footer + struct.pack('<i', len(footer)) + b'ARROW1'
    return out


def safetensors(**arrays):
    """Of each name: (dtype, shape, bytes)."""
    header, data = {'__metadata__': {'format': 'pt'}}, b''
    for name, (kind, shape, content) in arrays.items():
        header[name] = {'dtype': kind, 'shape': shape,
                        'data_offsets': [len(data), len(data) + len(content)]}
        data += content
    text = json.dumps(header).encode()
    return struct.pack('<Q', len(text)) + text + data
