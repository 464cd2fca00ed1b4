'use strict'

// Matrices, graphs and constraints: what their functions made of arrays need.
const native = require('./native')
const { ARRAYS, integer, isLent, number, sameLength, typed, word, wordOf } = require('./arguments')
const { refuse } = require('./errors')
const { ManifactObject, callLater, callNow, handleOf } = require('./object')

const TYPES = new Map([[Int32Array, 1], [BigInt64Array, 2], [Float32Array, 3], [Float64Array, 4]])

function indices (values, name) {
  return values instanceof Int32Array && isLent(values) ? values : typed(values, 'l', name)
}

function numbers (values, name) {
  return values instanceof Float32Array && isLent(values) ? values : typed(values, 'd', name)
}

const typeOf = values => TYPES.get(values.constructor)

/** With `borrow` the library uses arrays in place; others would be copies that nobody else has. */
function checkBorrowed (pairs) {
  for (const [name, given, taken] of pairs) {
    if (given !== taken) {
      throw new TypeError(`${name} cannot be borrowed: it must be a typed array of a type that ` +
        'the library has')
    }
  }
}

function sparse (name, nRows, nColumns, indptr, columns, values, length, borrow) {
  const taken = [indices(indptr, 'indptr'), indices(columns, 'indices'), numbers(values, 'values')]
  sameLength(taken[0], length + 1, 'indptr')
  sameLength(taken[2], taken[1].length, 'values')
  if (borrow) checkBorrowed([['indptr', indptr, taken[0]], ['indices', columns, taken[1]],
    ['values', values, taken[2]]])
  return callNow(null, name, context => [context, nRows, nColumns, taken[1].length,
    taken[0], typeOf(taken[0]), taken[1], typeOf(taken[1]), 0, taken[2], typeOf(taken[2]),
    ...(name.endsWith('csr') ? [Number(borrow), borrow ? taken : null] : [])])
}

class Matrix extends ManifactObject {
  static from (handle) {
    const made = new Matrix(handle)
    native.account(handle, made.entries() * 12)
    return made
  }

  static csr (nRows, nColumns, indptr, columns, values, { borrow = false } = {}) {
    integer(nRows, 'nRows')
    return Matrix.from(sparse('manifact_matrix_create_csr', nRows, integer(nColumns, 'nColumns'),
      indptr, columns, values, nRows, borrow)[1])
  }

  static csc (nRows, nColumns, indptr, rows, values) {
    integer(nColumns, 'nColumns')
    return Matrix.from(sparse('manifact_matrix_create_csc', integer(nRows, 'nRows'), nColumns,
      indptr, rows, values, nColumns, false)[1])
  }

  static dense (nRows, nColumns, values, { borrow = false } = {}) {
    const taken = numbers(values, 'values')
    sameLength(taken, integer(nRows, 'nRows') * integer(nColumns, 'nColumns'), 'values')
    if (borrow) checkBorrowed([['values', values, taken]])
    return Matrix.from(callNow(null, 'manifact_matrix_create_dense', context => [context, nRows,
      nColumns, nColumns, 1, taken, typeOf(taken), Number(borrow), borrow ? [taken] : null])[1])
  }

  /** The type of the values, "float" or "double". */
  valueType () {
    return wordOf(callNow(undefined, 'manifact_matrix_value_type', () => [handleOf(this)])[0],
      'manifact_value_type')
  }

  /** The labels of the rows that the file of the matrix had, null if it had none. */
  rowLabels () {
    const [address] = callNow(undefined, 'manifact_matrix_row_labels', () => [handleOf(this)],
      false)
    return address === null ? null : new Float64Array(native.copy(address, this.rows() * 8))
  }

  /** The rows as { indptr, indices, values }. */
  toCsr () {
    const entries = this.entries()
    const made = { indptr: new BigInt64Array(this.rows() + 1), indices: new BigInt64Array(entries),
      values: new Float64Array(entries) }
    callNow(undefined, 'manifact_matrix_copy_csr', () => [handleOf(this), made.indptr, 2,
      made.indices, 2, made.values, 4, entries])
    return { indptr: Array.from(made.indptr, Number), indices: Array.from(made.indices, Number),
      values: made.values }
  }

  /** The rows first ... first + nRows - 1, which have `nEntries` entries. */
  copyRows (first, nRows, nEntries) {
    const made = { indices: new BigInt64Array(nEntries), values: new Float64Array(nEntries) }
    callNow(undefined, 'manifact_matrix_copy_rows', () => [handleOf(this), first, nRows,
      made.indices, 2, made.values, 4, nEntries])
    return { indices: Array.from(made.indices, Number), values: made.values }
  }
}

class Graph extends ManifactObject {
  static from (handle) {
    const made = new Graph(handle)
    native.account(handle, made.edges() * 24)
    return made
  }

  static async knn (X, neighbors, options = {}) {
    const { metric = 'auto', weight = 'cosine', rule = 'or', bandwidth = 0, search = 'auto',
      recall = 0.95, seed = 0, ...call } = options
    if (!(X instanceof Matrix)) throw new TypeError('X must be a Matrix')
    const values = [integer(neighbors, 'neighbors'), word(metric, 'metric', 'manifact_metric'),
      word(weight, 'weight', 'manifact_graph_weight'), word(rule, 'rule', 'manifact_graph_rule'),
      number(bandwidth, 'bandwidth'), word(search, 'search', 'manifact_search'),
      number(recall, 'recall'), integer(seed, 'seed')]
    const made = await callLater(null, 'manifact_graph_knn_metric',
      context => [context, handleOf(X), ...values], call)
    return Graph.from(made[1])
  }
}

class Constraints extends ManifactObject {
  static from (handle) { return new Constraints(handle) }

  /** `labels`: a class of each document, -1 if unknown; `pairs`: [[i, j, weight]]. */
  static create (nDocuments, { labels = null, pairs = [] } = {}) {
    const columns = [0, 1, 2].map(at => pairs.map((pair, row) => {
      if (!Array.isArray(pair) || pair.length !== 3) {
        refuse('argument', `pairs[${row}] must have 3 numbers`)
      }
      return pair[at]
    }))
    const taken = labels === null ? null : typed(labels, 'i', 'labels')
    if (taken) sameLength(taken, integer(nDocuments, 'nDocuments'), 'labels')
    const made = callNow(null, 'manifact_constraints_create', context => [context, nDocuments,
      taken, typed(columns[0], 'l', 'pairs'), typed(columns[1], 'l', 'pairs'),
      typed(columns[2], 'd', 'pairs'), pairs.length])
    return new Constraints(made[1])
  }

  /** The entries of a kind, such as "contradictions", as [[i, j, weight]]. */
  list (kind) {
    const count = this.count(kind)
    const out = ['l', 'l', 'd'].map(of => new ARRAYS[of](count))
    const made = callNow(undefined, 'manifact_constraints_list', () => [handleOf(this),
      word(kind, 'kind', 'manifact_constraint_kind'), count, ...out])
    return Array.from({ length: made[1] }, (_, i) =>
      [Number(out[0][i]), Number(out[1][i]), out[2][i]])
  }
}

module.exports = { Matrix, Graph, Constraints }
