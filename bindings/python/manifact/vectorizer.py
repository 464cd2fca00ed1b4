"""Text to counts. Written by bindings/generate from the tables of the program."""
from __future__ import annotations

from typing import Literal, Sequence

from .text import VectorizerBase


class Vectorizer(VectorizerBase):
    """Counts the words of texts.

    Parameters
    ----------
    threads : int, default 0
        number of threads; 0 = all cores
    min_df : int, at least 1, default 1
        drop terms that occur in fewer documents; applies to counts (at least 50 terms are kept)
    max_df : float, 0 to 1, default 1
        drop terms that occur in a larger fraction of the documents; applies to counts (at least 50
        terms are kept)
    language : one of "auto", "none", "mixed", "arabic", "armenian", "basque", "catalan", "chinese",
            "danish", "dutch", "english", "finnish", "french", "german", "greek", "hindi",
            "hungarian", "indonesian", "irish", "italian", "japanese", "lithuanian", "nepali",
            "norwegian", "portuguese", "romanian", "russian", "serbian", "spanish", "swedish",
            "tamil", "turkish", "yiddish", default "english"
        language of the stemming and of the built-in stop words; auto = the language of most of the
        first texts (CLD2), mixed = stop words of the language of each text, no stemming
    stop_words : one of "auto", "none", default "auto"
        auto omits the built-in stop words of the language; stop words that the caller adds always
        apply; or a list of words, which are omitted in addition to the built-in ones
    stemming : bool or one of "no", "yes", default "no"
        merges words with the same stem into one term, named by the most frequent of them
    accents : one of "keep", "remove", default "keep"
        remove strips accents from letters
    numbers : one of "keep", "drop", default "keep"
        drop omits words that consist only of the digits 0 to 9
    ngrams : int, 1 to 3, default 1
        longest sequence of words that forms a term

    Other Parameters
    ----------------
    word_length : int, 1 to 100, default 2
        minimum number of characters of a word
    segmentation : one of "auto", "dictionary", "pairs", default "auto"
        words of text written without spaces: by the dictionaries of ICU (dictionary), or each pair
        of neighboring characters (pairs); auto = dictionary if this build has ICU
    underscores : one of "trim", "keep", default "trim"
        trim removes underscores at both ends of a word, which mark emphasis, and omits words
        without a letter or digit
    addresses : one of "whole", "words", "drop", default "whole"
        URLs and e-mail addresses: one term each, the host of a URL or the address (whole), their
        words, or none (drop)
    """

    _first_expert = 'word_length'

    def __init__(self, *, threads: int | None = None,
                 min_df: int | None = None,
                 max_df: float | None = None,
                 language: Literal['auto', 'none', 'mixed', 'arabic', 'armenian', 'basque',
                     'catalan', 'chinese', 'danish', 'dutch', 'english', 'finnish', 'french',
                     'german', 'greek', 'hindi', 'hungarian', 'indonesian', 'irish', 'italian',
                     'japanese', 'lithuanian', 'nepali', 'norwegian', 'portuguese', 'romanian',
                     'russian', 'serbian', 'spanish', 'swedish', 'tamil', 'turkish', 'yiddish'] |
                     None = None,
                 stop_words: Literal['auto', 'none'] | Sequence[str] | None = None,
                 stemming: bool | Literal['no', 'yes'] | None = None,
                 accents: Literal['keep', 'remove'] | None = None,
                 numbers: Literal['keep', 'drop'] | None = None,
                 ngrams: int | None = None,
                 word_length: int | None = None,
                 segmentation: Literal['auto', 'dictionary', 'pairs'] | None = None,
                 underscores: Literal['trim', 'keep'] | None = None,
                 addresses: Literal['whole', 'words', 'drop'] | None = None):
        self.threads = threads
        self.min_df = min_df
        self.max_df = max_df
        self.language = language
        self.stop_words = stop_words
        self.stemming = stemming
        self.accents = accents
        self.numbers = numbers
        self.ngrams = ngrams
        self.word_length = word_length
        self.segmentation = segmentation
        self.underscores = underscores
        self.addresses = addresses
