"""Writes the first inputs of fuzz_text_archives, valid and hostile: text_archives.py FOLDER"""
import bz2
import gzip
import io
import lzma
import pathlib
import struct
import sys
import tarfile
import zipfile
import zlib

TEXTS = {'cooking/flour.txt': b'oven flour butter sugar\n', 'football/café.txt': b'goal match\n',
         'page.html': b'<html><body><p>orbit <b>rocket</b></body></html>'}
NAMES = ['../up.txt', 'a/../../up.txt', '..', '.', './', '/', '/etc/absolute.txt', '//b',
         'c//d.txt', './e.txt', '.hidden', 'f/.hidden/g', '__MACOSX/h', 'C:\\i.txt', '..\\j.txt',
         'k/', ' ', '\n', 'l\x1b[31m', 'm' * 300, 'n/' * 120 + 'o', '\u202eq', 'r.html', 's.eml',
         't.csv', '-rf']
DATE = (2020, 1, 1, 0, 0, 0)
LARGE = 300 << 20  # more than an archive may expand to


class Unseekable(io.RawIOBase):
    def __init__(self):
        self.written = b''

    def writable(self):
        return True

    def write(self, data):
        self.written += bytes(data)
        return len(data)


def text_of(name):
    """Names that end in a slash are folders to some programs, which have no text."""
    return b'' if name.endswith(('/', '.')) else b'oven'


def zipped(members, packing=zipfile.ZIP_DEFLATED, attributes=0o100644, out=None, **options):
    out = io.BytesIO() if out is None else out
    with zipfile.ZipFile(out, 'w', packing) as archive:
        for name, content in members:
            info = zipfile.ZipInfo(name, DATE)
            info.compress_type, info.external_attr = packing, attributes << 16
            with archive.open(info, 'w', **options) as member:
                for part in [content] if isinstance(content, bytes) else content:
                    member.write(part)
    return out.written if isinstance(out, Unseekable) else out.getvalue()


def tarred(members, form=tarfile.GNU_FORMAT, **fields):
    """Without the padding to 10240 bytes."""
    all_blocks = b''
    for name, content in members:
        info = tarfile.TarInfo(name)
        info.size = len(content)
        for field, value in fields.items():
            setattr(info, field, value)
        blocks = info.tobuf(form, 'utf-8', 'surrogateescape')
        all_blocks += blocks + content + bytes(-len(content) % 512)
    return all_blocks + bytes(1024)


def with_checksum(content):
    """With the checksum of its first header corrected."""
    blank = with_bytes(content, 148, b' ' * 8)
    return with_bytes(blank, 148, b'%06o\0 ' % sum(blank[:512]))


def packed(content):
    return gzip.compress(content, mtime=0)


def zeros(header, pack):
    """A large member after its header, without the memory for it."""
    return (pack.compress(header) + b''.join(pack.compress(bytes(1 << 20)) for _ in range(300))
            + pack.compress(bytes(1024)) + pack.flush())


def header(name, **fields):
    return tarred([(name, b'')], **fields)[:-1024]


def with_bytes(content, at, new):
    return content[:at] + new + content[at + len(new):]


def zstandard(content):
    """One block without compression."""
    size = struct.pack('<Q', len(content))
    return (b'\x28\xb5\x2f\xfd\xe0' + size + struct.pack('<I', 1 | len(content) << 3)[:3]
            + content)


def overlapping(count=280):
    """Members within each other: the first bytes of each are the header of the next one, and all
    end with the same bytes."""
    shared = bytes(1 << 20)
    deflate = zlib.compressobj(9, wbits=-15)
    data, headers, entries = deflate.compress(shared) + deflate.flush(), b'', []
    for i in reversed(range(count)):
        crc = zlib.crc32(shared, zlib.crc32(headers))
        fields = struct.pack('<HHHHHIIIHH', 20, 0, 8, 0, 33, crc, len(data),
                             len(headers) + len(shared), 3, 0)
        member = b'PK\3\4' + fields + b'%03d' % i
        entries.append(b'PK\1\2\x14\0' + fields + bytes(10))
        data = b'\0' + struct.pack('<HH', len(member), 0xffff - len(member)) + member + data
        headers = member + headers
    whole, directory = data[5:], b''
    for i, entry in enumerate(reversed(entries)):
        directory += entry + struct.pack('<I', 38 * i) + b'%03d' % i
    return whole + directory + struct.pack('<4sHHHHIIH', b'PK\5\6', 0, 0, count, count,
                                           len(directory), len(whole), 0)


def zips():
    texts = list(TEXTS.items())
    plain = zipped(texts, zipfile.ZIP_STORED)
    yield 'zip', zipped(texts)
    yield 'zip_stored', plain
    yield 'zip_bzip2', zipped(texts, zipfile.ZIP_BZIP2)
    yield 'zip_lzma', zipped(texts, zipfile.ZIP_LZMA)
    yield 'zip_written_to_a_pipe', zipped(texts, out=Unseekable())
    yield 'zip_64', zipped(texts, force_zip64=True)
    yield 'zip_empty', zipped([])
    yield 'zip_names', zipped([(name, text_of(name)) for name in NAMES], zipfile.ZIP_STORED)
    yield 'zip_name_not_utf8', plain.replace('café'.encode(), b'caf\xff\xfe')
    yield 'zip_name_with_nul', plain.replace(b'page.html', b'page\0html')
    yield 'zip_without_name', zipped([('a', b'oven')]).replace(b'\1\0\0\0a', b'\0\0\1\0a')
    yield 'zip_link', zipped([('a', b'/etc/passwd')], attributes=0o120777)
    yield 'zip_directory', zipped([('a/', b''), ('a', b'oven'), ('a/b', b'flour')])
    yield 'zip_types_unknown', zipped(texts, attributes=0)
    yield 'zip_cut', plain[:len(plain) // 3]
    yield 'zip_without_directory', plain[:plain.index(b'PK\1\2')]
    yield 'zip_directory_cut', plain[:plain.index(b'PK\5\6') - 9]
    yield 'zip_directory_elsewhere', with_bytes(plain, len(plain) - 6, b'\xff\xff\xff\x7f')
    yield 'zip_many_claimed', with_bytes(plain, len(plain) - 14, b'\xff\xff\xff\xff')
    yield 'zip_size_claimed', plain.replace(struct.pack('<II', 24, 24), b'\xfe\xff\xff\xff' * 2)
    yield 'zip_size_hidden', plain.replace(struct.pack('<II', 24, 24), struct.pack('<II', 24, 1))
    yield 'zip_checksum', with_bytes(plain, 50, b'\0')
    yield 'zip_encrypted', plain.replace(b'PK\3\4\x14\0\0', b'PK\3\4\x14\0\1').replace(
        b'PK\1\2\x14\3\x14\0\0', b'PK\1\2\x14\3\x14\0\1')
    yield 'zip_packing_unknown', with_bytes(plain, 8, b'\x63')
    yield 'zip_nested', zipped([('a.zip', zipped(texts)), ('b.tar.gz', packed(tarred(texts)))])
    yield 'zip_in_gzip', packed(zipped(texts))
    yield 'zip_behind_a_program', b'MZ' + bytes(80) + plain
    yield 'zip_bomb', zipped([('a', [bytes(1 << 20)] * 300)], zipfile.ZIP_BZIP2)
    yield 'zip_bomb_of_overlaps', overlapping()


def tars():
    texts = list(TEXTS.items())
    plain = tarred(texts)
    yield 'tar', plain
    yield 'tar_gz', packed(plain)
    yield 'tar_bz2', bz2.compress(plain)
    yield 'tar_xz', lzma.compress(plain)
    yield 'tar_zst', zstandard(plain)
    yield 'tar_ustar', tarred(texts, tarfile.USTAR_FORMAT)
    yield 'tar_pax', tarred(texts, tarfile.PAX_FORMAT, mtime=0.5)
    yield 'tar_v7', with_checksum(with_bytes(tarred([('a', b'oven')]), 257, bytes(8)))
    yield 'tar_names', tarred([(name, text_of(name)) for name in NAMES])
    yield 'tar_names_pax', tarred([(name, text_of(name)) for name in NAMES],
                                   tarfile.PAX_FORMAT)
    yield 'tar_name_not_utf8', tarred([('caf\udcff', b'oven'), ('\udcff/\udcfe', b'flour')])
    yield 'tar_duplicates', tarred([('a', b'oven'), ('a', b'flour'), ('./a', b'sugar')])
    yield 'tar_directory', header('a', type=b'5') + tarred([('a', b'oven'), ('a/b', b'flour')])
    links = [header('b' + kind.decode(), type=kind, linkname='/etc/passwd') for kind in
             (b'1', b'2', b'3', b'4', b'6', b'7')]
    yield 'tar_links', b''.join(links) + plain
    yield 'tar_link_with_text', tarred([('a', b'oven')], type=b'1', linkname='../a')[:-1024] + plain
    yield 'tar_size_of_link', tarred([('a', b'oven')], type=b'2')[:-1024] + plain
    yield 'tar_cut_in_a_header', plain[:1024 + 100]
    yield 'tar_cut_in_a_text', plain[:1024 + 512 + 3]
    yield 'tar_without_end', plain[:-1024]
    yield 'tar_checksum', with_bytes(plain, 1024, b'x')
    yield 'tar_size_claimed', with_checksum(with_bytes(plain, 124, b'7' * 11))
    yield 'tar_size_binary', with_checksum(with_bytes(plain, 124, b'\x80' + b'\xff' * 11))
    yield 'tar_size_negative', with_checksum(with_bytes(plain, 124, b'\xff' * 12))
    yield 'tar_long_name_claimed', header('a', type=b'L', size=1 << 40) + plain
    yield 'tar_pax_claimed', header('a', type=b'x', size=1 << 40) + plain
    pax = b'22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n20 GNU.sparse.name=a\n'
    pax += b'35 GNU.sparse.realsize=9000000000\n'
    yield 'tar_sparse', (tarred([('x', pax)], type=b'x')[:-1024]
                         + tarred([('a', b'1\n8999999996\n4\n'.ljust(512, b'\0') + b'oven')]))
    yield 'tar_pax_damaged', tarred([('x', b'9999 path=a\n0 b=c\n-1\n')], type=b'x')[:-1024] + plain
    yield 'tar_nested', tarred([('a.tar', plain), ('b.tar.gz', packed(plain))])
    yield 'tar_gz_twice', packed(packed(plain))
    yield 'tar_bz2_in_gz', packed(bz2.compress(plain))
    yield 'tar_gz_cut', packed(plain)[:-20]
    yield 'tar_gz_members', packed(plain[:700]) + packed(plain[700:]) + bytes(100)
    yield 'tar_gz_tail', packed(plain) + b'tail'
    yield 'tar_gz_checksum', with_bytes(packed(plain), -8, b'\0\0\0\0')
    yield 'tar_bz2_cut', bz2.compress(plain)[:-9]
    yield 'tar_xz_cut', lzma.compress(plain)[:-9]
    yield 'tar_zst_cut', zstandard(plain)[:-9]
    yield 'tar_bomb', zeros(header('a', size=LARGE), bz2.BZ2Compressor())
    yield 'tar_bomb_hidden', zeros(header('.a', size=LARGE), bz2.BZ2Compressor())
    yield 'tar_gz_empty', packed(b'')
    yield 'tar_bz2_empty', bz2.compress(b'')
    yield 'tar_flood', bz2.compress(header('a') * 5000 + plain)


def gzips():
    text = b'oven flour butter sugar\n'
    yield 'gz', packed(text)
    yield 'gz_members', packed(text) + packed(b'') + packed(text) + bytes(9)
    yield 'gz_magic', b'\x1f\x8b'
    yield 'gz_dictionary', b'\x1f\x8b\x08\xff' + bytes(40)
    yield 'gz_length', packed(text)[:-1] + b'\1'
    yield 'empty', b''
    yield 'text', text


def main(folder):
    for kind in (zips, tars, gzips):
        for name, content in kind():
            (pathlib.Path(folder) / name).write_bytes(content)


main(sys.argv[1])
