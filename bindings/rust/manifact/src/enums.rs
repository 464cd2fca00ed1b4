use manifact_sys as sys;

/// Words that stand for constants of the library.
macro_rules! words {
    ($(#[$text:meta])* $name:ident {
        $($(#[$word_text:meta])* $word:ident = $constant:ident,)*
    }) => {
        $(#[$text])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$word_text])* $word,)*
        }

        impl $name {
            #[allow(dead_code)]
            pub(crate) fn code(self) -> i32 {
                match self {
                    $($name::$word => sys::$constant,)*
                }
            }

            #[allow(dead_code)]
            pub(crate) fn from_code(code: i32) -> Option<$name> {
                match code {
                    $(sys::$constant => Some($name::$word),)*
                    _ => None,
                }
            }
        }
    };
}

pub(crate) use words;

words! {
    /// The format of a file with a matrix.
    #[derive(Default)]
    Format {
        /// By the ending of the name, otherwise by the first line.
        #[default]
        Auto = MANIFACT_FORMAT_AUTO,
        /// Matrix Market.
        MatrixMarket = MANIFACT_FORMAT_MATRIX_MARKET,
        /// Lines "label index:value ...".
        Svmlight = MANIFACT_FORMAT_SVMLIGHT,
        /// Numbers separated by commas, semicolons or tabs.
        Csv = MANIFACT_FORMAT_CSV,
        /// Sparse rows that are mapped into memory.
        Counts = MANIFACT_FORMAT_COUNTS,
    }
}

words! {
    /// A score that ranks the features of a cluster.
    #[derive(Default)]
    Score {
        /// The weight of the feature in the concept.
        Concept = MANIFACT_SCORE_CONCEPT,
        /// The weight in the centroid times its log lift against the mean of all clusters.
        Lift = MANIFACT_SCORE_LIFT,
        /// The weight in the concept times the root of its share among all clusters.
        #[default]
        Exclusivity = MANIFACT_SCORE_EXCLUSIVITY,
    }
}

words! {
    /// A measure of a cluster of documents by a cluster of features.
    Block {
        /// The sum of the entries.
        Mass = MANIFACT_BLOCK_MASS,
        /// The mean of the entries.
        Mean = MANIFACT_BLOCK_MEAN,
        /// The mean over that of all blocks.
        Lift = MANIFACT_BLOCK_LIFT,
    }
}

words! {
    /// How the distance of two groups of topics is measured.
    #[derive(Default)]
    Linkage {
        /// By how much a merge raises the sum of squared distances (Ward 1963).
        #[default]
        Ward = MANIFACT_LINKAGE_WARD,
        /// The mean of 1 - cosine between the centroids (Sokal, Michener 1958).
        Average = MANIFACT_LINKAGE_AVERAGE,
    }
}

words! {
    /// Why a topic is weak.
    Weakness {
        /// It is not.
        None = MANIFACT_WEAKNESS_NONE,
        /// It has no documents.
        Empty = MANIFACT_WEAKNESS_EMPTY,
        /// It has less than a tenth of the mean number of documents.
        Small = MANIFACT_WEAKNESS_SMALL,
        /// Another topic is nearly the same.
        NearCopy = MANIFACT_WEAKNESS_NEAR_COPY,
        /// Its top terms occur together less often than by chance.
        Incoherent = MANIFACT_WEAKNESS_INCOHERENT,
    }
}

words! {
    /// What became of a topic in a later model.
    Change {
        /// It is nearly the same.
        Stayed = MANIFACT_CHANGE_STAYED,
        /// Half of it or more is in the other, or comes from it.
        Moved = MANIFACT_CHANGE_MOVED,
        /// It was divided, or is a part of one that was.
        Split = MANIFACT_CHANGE_SPLIT,
        /// It was made of several, or is one of these.
        Joined = MANIFACT_CHANGE_JOINED,
        /// It has no earlier topic.
        Appeared = MANIFACT_CHANGE_APPEARED,
        /// It has no later topic.
        Vanished = MANIFACT_CHANGE_VANISHED,
    }
}

words! {
    /// Whether terms become more or less frequent.
    Direction {
        /// More frequent.
        Rising = MANIFACT_RISING,
        /// Less frequent.
        Falling = MANIFACT_FALLING,
    }
}
