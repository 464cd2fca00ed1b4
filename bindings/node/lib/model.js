'use strict'

// Models: arrays, options, texts, and what became of them.
const native = require('./native')
const { ARRAYS, integer, joined, sameLength, string, typed, word, wordOf } = require('./arguments')
const { refuse } = require('./errors')
const { ManifactObject, callLater, callNow, handleOf, now } = require('./object')
const { Matrix } = require('./matrix')
const { Vectorizer } = require('./vectorizer')

const ENTRIES = { 1: Int32Array, 2: BigInt64Array, 3: Float32Array, 4: Float64Array }

/** The entries 0 ... count - 1 as an object { name: value }. */
function named (count, entry) {
  const found = {}
  for (let i = 0; i < count; ++i) {
    const [, name, value] = entry(i)
    found[name] = value
  }
  return found
}

/** An array of the library at an address: a copy. */
function copied (address, Kind, length) {
  return new Kind(native.copy(address, length * Kind.BYTES_PER_ELEMENT))
}

class Model extends ManifactObject {
  static from (handle) {
    const made = new Model(handle)
    const values = (made.documents() + made.features()) * made.clusters()
    native.account(handle, values * 16)
    return made
  }

  #array (which, copy) {
    const [, data, type, rows, columns] = callNow(undefined, 'manifact_model_array',
      () => [handleOf(this), word(which, 'which', 'manifact_array')])
    const Kind = ENTRIES[type] ?? Float64Array
    const length = data === null ? 0 : rows * columns
    const bytes = length * Kind.BYTES_PER_ELEMENT
    const buffer = copy || length === 0 ? native.copy(data ?? 0n, bytes)
      : native.view(handleOf(this), data, bytes)
    return { values: new Kind(buffer), rows: data === null ? 0 : rows, columns }
  }

  /** An array, such as "memberships": { values, rows, columns }, in row-major order; a copy. */
  array (which) { return this.#array(which, true) }

  /** The same without a copy, which keeps the model. It must not be written to. */
  view (which) { return this.#array(which, false) }

  /** The cluster of each document, -1 for none. */
  labels () { return this.array('labels').values }

  /** The number of documents of each cluster. */
  sizes () { return Array.from(this.array('sizes').values, Number) }

  /** The terms of a cluster, the best first: [{ term, score }]. */
  terms (cluster, options = {}) {
    const { terms, scores } = this.topTerms(cluster, options)
    const vectorizer = this.textVectorizer() ?? this.vectorizer()
    try {
      return terms.map((term, i) => ({
        term: vectorizer?.term(term) ?? this.featureName(term) ?? String(term), score: scores[i]
      }))
    } finally {
      vectorizer?.close()
    }
  }

  /** All topics: [{ topic, title, size, terms }]. */
  topics (options = {}) {
    const sizes = this.sizes()
    return sizes.map((size, topic) => ({ topic, title: this.title(topic), size,
      terms: this.terms(topic, options).map(({ term }) => term) }))
  }

  /** The topic of each new text, -1 for none; by the words that the model was fitted with. */
  async assignTexts (texts, options = {}) {
    const vectorizer = this.vectorizer()
    if (vectorizer === null) refuse('argument', 'the model was not made from texts')
    let X
    try {
      X = await vectorizer.transform(texts, options)
      return await this.#assigned(X, options)
    } finally {
      X?.close()
      vectorizer.close()
    }
  }

  /** The cluster of each row, -1 for none: a Matrix, or texts. */
  async assign (X, options = {}) {
    if (!(X instanceof Matrix)) return this.assignTexts(X, options)
    return this.#assigned(X, options)
  }

  async #assigned (X, options) {
    const labels = new Int32Array(X.rows())
    await callLater(null, 'manifact_model_assign',
      context => [context, handleOf(this), handleOf(X), labels, null, labels.length], options)
    return labels
  }

  /** The same with the memberships, rows x clusters: { labels, memberships }. */
  async assignMemberships (X, options = {}) {
    if (!(X instanceof Matrix)) throw new TypeError('X must be a Matrix')
    const labels = new Int32Array(X.rows())
    const memberships = new Float64Array(X.rows() * this.clusters())
    await callLater(null, 'manifact_model_assign', context => [context, handleOf(this),
      handleOf(X), labels, memberships, labels.length], options)
    return { labels, memberships }
  }

  /** The options of the fit, as text. */
  options () {
    return named(now.manifact_model_option_count(handleOf(this))[0],
      i => now.manifact_model_option_at(handleOf(this), i))
  }

  /** One of them, or null. */
  option (name) { return now.manifact_model_option(handleOf(this), string(name, 'name'))[0] }

  /** Where the value of each option comes from: { name: { origin, setting } }. */
  optionOrigins () {
    const found = {}
    Object.keys(this.options()).forEach((name, i) => {
      const [, origin, setting] = now.manifact_model_option_origin(handleOf(this), i)
      found[name] = { origin: wordOf(origin, 'manifact_origin'), setting }
    })
    return found
  }

  /** Named properties of the fit, as text. */
  diagnostics () {
    return named(now.manifact_model_diagnostic_count(handleOf(this))[0],
      i => now.manifact_model_diagnostic(handleOf(this), i))
  }

  /** Sentences about the data and the fit. */
  warnings () {
    const [count] = now.manifact_model_warning_count(handleOf(this))
    return Array.from({ length: count }, (_, i) => now.manifact_model_warning(handleOf(this), i)[0])
  }

  /** Pairs of the constraints that the labels violate: [[i, j, weight]]. */
  violations () {
    const count = Math.max(0, now.manifact_model_violation_count(handleOf(this))[0])
    const out = ['l', 'l', 'd'].map(of => new ARRAYS[of](count))
    const made = callNow(undefined, 'manifact_model_violations',
      () => [handleOf(this), count, ...out])
    return Array.from({ length: made[1] }, (_, i) =>
      [Number(out[0][i]), Number(out[1][i]), out[2][i]])
  }

  /** Changes since the fit: [{ text, map, drift }]; map: the topic that each one became. */
  edits () {
    const [count] = now.manifact_model_edit_count(handleOf(this))
    return Array.from({ length: count }, (_, i) => {
      const [, text, data, before] = callNow(undefined, 'manifact_model_edit',
        () => [handleOf(this), i])
      const [status, documents, far, unassigned, terms, unknown] =
        now.manifact_model_edit_drift(handleOf(this), i)
      const map = data === null ? [] : Array.from(copied(data, BigInt64Array, before), Number)
      return { text, map,
        drift: status < 0 ? null : { documents, far, unassigned, terms, unknown } }
    })
  }

  /** The names of the columns of texts that the documents have. */
  columnNames () {
    const names = []
    for (let i = 0; ; ++i) {
      const [name] = now.manifact_model_column_name(handleOf(this), i)
      if (name === null) return names
      names.push(name)
    }
  }

  /** The text of each document in a column. */
  column (name) {
    const [, bytes, data] = callNow(undefined, 'manifact_model_column',
      () => [handleOf(this), string(name, 'name')])
    const ends = copied(data, BigInt64Array, this.documents())
    const all = Buffer.from(native.copy(bytes ?? 0n, Number(ends.at(-1))))
    return Array.from(ends,
      (end, i) => all.toString('utf8', Number(ends[i - 1] ?? 0n), Number(end)))
  }

  /** A model with texts added: their terms are counted for the drift of edits(), and the column
      "excerpt" of the model gets them. */
  async updateTexts (texts, options = {}) {
    const vectorizer = this.vectorizer()
    if (vectorizer === null) refuse('argument', 'the model was not made from texts')
    // The library reads these by their addresses until the call has ended.
    const kept = { name: Buffer.from('excerpt\0') }
    let all
    try {
      if (typeof texts !== 'string' && typeof texts?.[Symbol.iterator] === 'function') {
        texts = all = Array.from(texts)
      }
      Object.assign(kept, joined(texts, 'texts'))
    } catch (error) {
      vectorizer.close()
      throw error
    }
    if (kept.bytes.length === 0) kept.bytes = Buffer.alloc(1)
    const at = array => BigUint64Array.of(native.address(array))
    const columns = this.columnNames().includes('excerpt') ? 1 : 0
    let counts
    try {
      const { terms, matrix } = await vectorizer.transformCounted(all, options)
      counts = matrix
      const made = await callLater(null, 'manifact_model_update', context => [context,
        handleOf(this), handleOf(counts), BigInt64Array.from(terms, BigInt), at(kept.name),
        at(kept.bytes), at(kept.offsets), columns], options)
      return Model.from(made[1])
    } finally {
      kept.name = kept.bytes = kept.offsets = null
      counts?.close()
      vectorizer.close()
    }
  }

  /** A model with the rows of X added, or with texts; `terms`: how many terms each row of a Matrix
      has, from Vectorizer.transformCounted(). */
  async update (X, { terms = null, ...options } = {}) {
    if (!(X instanceof Matrix)) {
      if (terms !== null) throw new TypeError('terms are those of a Matrix; texts are counted')
      return this.updateTexts(X, options)
    }
    const taken = terms === null ? null : typed(terms, 'l', 'terms').slice()
    if (taken) sameLength(taken, X.rows(), 'terms')
    const made = await callLater(null, 'manifact_model_update', context => [context,
      handleOf(this), handleOf(X), taken, null, null, null, 0], options)
    return Model.from(made[1])
  }

  /** The model as bytes, which Model.loadMemory() reads. */
  async toBuffer (options = {}) {
    const made = await callLater(null, 'manifact_model_write',
      context => [context, handleOf(this)], options)
    return made[1]
  }
}

class Suggestion extends ManifactObject {
  static from (handle) { return new Suggestion(handle) }

  /** The suggested number of clusters. */
  k () { return now.manifact_suggestion_k(handleOf(this))[0] }

  reason () { return now.manifact_suggestion_reason(handleOf(this))[0] }

  /** What was found of each number: [{ k, eigenvalue, gap, stability, score, status, why }]. */
  rows () {
    const [count] = now.manifact_suggestion_count(handleOf(this))
    return Array.from({ length: count }, (_, i) => {
      const [, k, eigenvalue, gap, stability, score, status, why] = callNow(undefined,
        'manifact_suggestion_row', () => [handleOf(this), integer(i, 'index')])
      return { k, eigenvalue, gap, stability, score,
        status: wordOf(status, 'manifact_status'), why }
    })
  }

  warnings () {
    const [count] = now.manifact_suggestion_warning_count(handleOf(this))
    return Array.from({ length: count },
      (_, i) => now.manifact_suggestion_warning(handleOf(this), i)[0])
  }
}

module.exports = { Model, Suggestion, Vectorizer }
