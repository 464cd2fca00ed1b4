'use strict'

// Vectorizers and solvers, whose options are set by name.
const { integer, joined, string, typed, sameLength } = require('./arguments')
const { ManifactObject, callNow, closeContext, handleOf, newContext, now } = require('./object')

const CALLS = {
  solver: {
    int64: ['manifact_solver_set_int64', 'manifact_solver_get_int64'],
    double: ['manifact_solver_set_double', 'manifact_solver_get_double'],
    bool: ['manifact_solver_set_bool', 'manifact_solver_get_bool'],
    text: ['manifact_solver_set_text', 'manifact_solver_get_text'],
    size: 'manifact_solver_get_text_size'
  },
  vectorizer: {
    int64: ['manifact_vectorizer_set_int64', 'manifact_vectorizer_get_int64'],
    double: ['manifact_vectorizer_set_double', 'manifact_vectorizer_get_double'],
    bool: ['manifact_vectorizer_set_bool', 'manifact_vectorizer_get_bool'],
    text: ['manifact_vectorizer_set_text', 'manifact_vectorizer_get_text'],
    size: 'manifact_vectorizer_get_text_size'
  }
}

/** Sets one option by the type of its value; texts are parsed by the library. */
function setOption (object, kind, name, value) {
  string(name, 'the name of an option')
  const type = { boolean: 'bool', string: 'text', bigint: 'int64' }[typeof value] ??
    (Number.isSafeInteger(value) ? 'int64' : 'double')
  if (!['boolean', 'string', 'bigint', 'number'].includes(typeof value)) {
    throw new TypeError(`the option ${name} must be a boolean, a number or a string`)
  }
  callNow(object, CALLS[kind][type][0], () => [handleOf(object), name, value])
}

/** An option of numbers takes integers as well. */
function set (object, kind, options) {
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined) continue
    const name = key.replace(/[A-Z]/g, letter => '-' + letter.toLowerCase())
    if (typeof value === 'number' && Number.isSafeInteger(value)) {
      setOption(object, kind, name, String(value)) // of either type
    } else setOption(object, kind, name, value)
  }
  return object
}

/** The value of an option, by the type that the list of options has. */
function get (object, kind, name) {
  const handle = handleOf(object)
  const [size] = callNow(object, CALLS[kind].size, () => [handle, name]).slice(1)
  const buffer = Buffer.alloc(size)
  callNow(object, CALLS[kind].text[1], () => [handle, name, buffer, size])
  const text = buffer.toString('utf8', 0, size - 1)
  for (const [type, read] of [['int64', Number], ['double', Number], ['bool', Boolean]]) {
    const [status, value] = now[CALLS[kind][type][1]](handle, name)
    if (status >= 0) return read(value)
  }
  return text
}

class Vectorizer extends ManifactObject {
  /** The context that adding and finishing use; none if it was made finished. */
  ownContext = null

  static from (handle) { return new Vectorizer(handle) }

  static create (options = {}) {
    const context = newContext()
    const made = Vectorizer.from(callNow(null, 'manifact_vectorizer_create', () => [context])[1])
    made.ownContext = context
    return made.set(options)
  }

  set (options) { return set(this, 'vectorizer', options) }
  get (name) { return get(this, 'vectorizer', string(name, 'name')) }

  /** Adds texts and finishes: the counts, documents x terms. */
  async fitTransform (texts, options = {}) {
    await this.addMany(texts, options)
    return this.finish(options)
  }

  close () {
    super.close()
    closeContext(this)
  }
}

class Solver extends ManifactObject {
  get kind () { return 'solver' }

  static from (handle) { return new Solver(handle) }

  static create (method = 'auto', options = {}) {
    return Solver.from(callNow(null, 'manifact_solver_create',
      context => [context, string(method, 'method')])[1]).set(options)
  }

  /** A solver with the method and the options of a model. */
  static fromModel (model) {
    return Solver.from(callNow(null, 'manifact_solver_create_from_model',
      context => [context, handleOf(model)])[1])
  }

  set (options) { return set(this, 'solver', options) }
  get (name) { return get(this, 'solver', string(name, 'name')) }

  /** Counts and the vectorizer of texts of the documents, which describe clusters of vectors. */
  setTexts (counts, vectorizer) {
    callNow(this, 'manifact_solver_set_texts', () => [handleOf(this),
      counts && handleOf(counts), vectorizer && handleOf(vectorizer)])
    return this
  }

  /** A text of each document, such as its date, which the model keeps; null removes them. */
  setColumn (name, texts) {
    const { bytes, offsets, count } = texts === null
      ? { bytes: null, offsets: new BigInt64Array(1), count: 0 }
      : joined(texts, 'texts')
    callNow(this, 'manifact_solver_set_column',
      () => [handleOf(this), string(name, 'name'), bytes, offsets, count])
    return this
  }

  /** W and V, nDocuments x nClusters, row by row; null for none. */
  setStartFactors (nDocuments, nClusters, W, V) {
    const [w, v] = [[W, 'W'], [V, 'V']].map(([values, name]) => {
      const taken = values === null ? null : typed(values, 'd', name)
      if (taken) sameLength(taken, integer(nDocuments, 'nDocuments') * nClusters, name)
      return taken
    })
    callNow(this, 'manifact_solver_set_start_factors',
      () => [handleOf(this), w, v, nDocuments, nClusters])
    return this
  }

  /** G, nFeatures x nFeatureClusters, row by row; null for none. */
  setStartFeatures (nFeatures, nFeatureClusters, G) {
    const taken = G === null ? null : typed(G, 'd', 'G')
    if (taken) sameLength(taken, nFeatures * nFeatureClusters, 'G')
    callNow(this, 'manifact_solver_set_start_features',
      () => [handleOf(this), taken, nFeatures, nFeatureClusters])
    return this
  }
}

module.exports = { Solver, Vectorizer }
