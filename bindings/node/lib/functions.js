'use strict'

// Functions that belong to no object.
const { ARRAYS, integer, number, sameLength, string, typed, wordOf } = require('./arguments')
const { callNow, handleOf, now } = require('./object')
const { Solver, Vectorizer } = require('./vectorizer')
const { Matrix } = require('./matrix')

/** Clusters texts, or the rows of a Matrix: a Model. `clusters` is the number of them, `method`
    "auto" by default, `options` those of the method, `vectorizer` those of counting words. */
async function cluster (data, { clusters, method = 'auto', options = {}, vectorizer = {},
  ...call } = {}) {
  integer(clusters, 'clusters')
  if (typeof data === 'string' || typeof data?.[Symbol.iterator] !== 'function' &&
    !(data instanceof Matrix)) throw new TypeError('data must be an array of strings, or a Matrix')
  const solver = Solver.create(method, options)
  let words, counts
  try {
    if (!(data instanceof Matrix)) {
      const texts = Array.from(data)
      words = Vectorizer.create(vectorizer)
      counts = await words.fitTransform(texts, call)
      solver.setVectorizer(words).setColumn('excerpt', texts)
    }
    return await solver.fit(counts ?? data, clusters, call)
  } finally {
    solver.close()
    counts?.close()
    words?.close()
  }
}

/** How well clusters agree with classes: { accuracy, nmi, nmiSqrt, ari, purity }. */
function evaluate (truth, predicted) {
  const [a, b] = [typed(truth, 'i', 'truth'), typed(predicted, 'i', 'predicted')]
  sameLength(b, a.length, 'predicted')
  const [, accuracy, nmi, nmiSqrt, ari, purity] = callNow(null,
    'manifact_evaluate', context => [context, a, b, a.length])
  return { accuracy, nmi, nmiSqrt, ari, purity }
}

/** Labels of some documents by the features of topics: seeds are
    [{ topic, features, weight }]; gives { labels, matched, chosen }. */
function seedLabels (X, seeds, nTopics, nClusters) {
  const offsets = new BigInt64Array(seeds.length + 1)
  seeds.forEach((seed, i) => { offsets[i + 1] = offsets[i] + BigInt(seed.features.length) })
  const terms = typed(seeds.flatMap(seed => [...seed.features]), 'l', 'features')
  const topics = typed(seeds.map(seed => seed.topic), 'i', 'topic')
  const weights = typed(seeds.map(seed => number(seed.weight ?? 1, 'weight')), 'd', 'weight')
  const labels = new Int32Array(X.rows())
  const [matched, chosen] = [0, 1].map(() => new ARRAYS.l(integer(nTopics, 'nTopics')))
  callNow(null, 'manifact_seed_labels', context => [context, handleOf(X), terms, offsets, topics,
    weights, seeds.length, nTopics, integer(nClusters, 'nClusters'), labels, labels.length, matched,
    chosen])
  return { labels, matched: Array.from(matched, Number), chosen: Array.from(chosen, Number) }
}

/** The methods: [{ name, summary, reference }]. */
function methods () {
  return Array.from({ length: now.manifact_method_count()[0] }, (_, i) => {
    const [, name, summary, reference] = now.manifact_method_info(i)
    return { name, summary, reference }
  })
}

/** The options of a method: [{ name, type, minimum, maximum, words, fallback, denseDefault,
    summary, isExpert }]. */
function options (method) {
  string(method, 'method')
  const found = []
  for (let i = 0; i < now.manifact_option_count()[0]; ++i) {
    const [, name, type, minimum, maximum, , fallback, summary] = now.manifact_option_info(i)
    if (now.manifact_method_uses_option(method, name)[0] === 0) continue
    found.push({ name, type: wordOf(type, 'manifact_option_type'), minimum, maximum,
      words: now.manifact_method_option_words(method, name)[0], fallback,
      denseDefault: now.manifact_method_dense_default(method, name)[0], summary,
      isExpert: now.manifact_option_is_expert(name)[0] !== 0 })
  }
  return found
}

/** The version of the library. */
function version () { return now.manifact_version()[0] }

/** Whether the library was built with an optional part, such as "icu". */
function hasFeature (name) { return now.manifact_has_feature(string(name, 'name'))[0] !== 0 }

module.exports = { cluster, evaluate, hasFeature, methods, options, seedLabels, version }
