'use strict'

// What a fit finds, for the test across languages, whose driver in C says what is read and printed:
// labels.js INPUT METHOD K [NAME=VALUE...] [-- INPUT...]
const fs = require('node:fs')
const { Matrix, Solver, Vectorizer, seedLabels } = require('../..')

function bits (...arrays) {
  return arrays.map(values => {
    const out = Buffer.alloc(values.length * 8)
    values.forEach((value, i) => out.writeDoubleBE(value, i * 8))
    return out.toString('hex')
  }).join('')
}

function matrixOf (input, lines) {
  const [rows, columns] = lines[0].split(' ').map(Number)
  const parts = lines.slice(1).map(line => line.split(' ').filter(word => word !== ''))
  if (input.endsWith('.dense')) {
    return Matrix.dense(rows, columns, Float64Array.from(parts.flat(), Number), { borrow: true })
  }
  const entries = parts.flat().map(entry => entry.split(':').map(Number))
  const indptr = new Int32Array(rows + 1)
  parts.forEach((row, i) => { indptr[i + 1] = indptr[i] + row.length })
  return Matrix.csr(rows, columns, indptr, Int32Array.from(entries, entry => entry[0]),
    Float64Array.from(entries, entry => entry[1]), { borrow: true })
}

async function explanation (model, X) {
  const { scores, rests, matrix } = await model.explain(X, { count: 3 })
  return bits(scores, rests, matrix.toCsr().values)
}

function groups (model) {
  const { statistics, pValues, adjusted, expected } =
    model.groupTest(model.labels().map((_, i) => i % 2), 2)
  return bits(Float64Array.from({ length: statistics.length * 4 }, (_, i) =>
    [statistics, pValues, adjusted, expected][i % 4][i >> 2]))
}

function seeds (X, k) {
  const third = Math.floor(X.columns() / 3)
  const { labels, matched, chosen } = seedLabels(X, [{ topic: 0, features: [0] },
    { topic: 1, features: [third], weight: 2 },
    { topic: 2, features: [2 * third, 2 * third + 1] }], 3, k)
  return [...labels, ...matched, ...chosen].join(' ')
}

function titles (model) {
  return Array.from({ length: model.clusters() }, (_, c) => model.title(c)).join(' | ')
}

async function drift (model, lines) {
  const grown = await model.update(lines.slice(0, 6).map(line => `${line} tungsten`))
  const { documents, far, unassigned, terms, unknown } = grown.edits()[0].drift
  return [documents, far, unassigned, terms, unknown].join(' ')
}

async function main ([input, method, k, ...options]) {
  const solver = Solver.create(method, Object.fromEntries(options.map(text => text.split('='))))
  const lines = fs.readFileSync(input, 'utf8').replace(/\n$/, '').split('\n')
  const isText = input.endsWith('.txt')
  let X
  if (isText) {
    const words = Vectorizer.create()
    X = await words.fitTransform(lines)
    solver.setVectorizer(words)
    solver.setColumn('excerpt', lines)
  } else {
    X = matrixOf(input, lines)
  }
  const model = await solver.fit(X, Number(k))
  console.log(model.labels().join(' '))
  console.log(bits(model.view('memberships').values))
  console.log(isText || !model.hasAdditiveScore() ? '-' : await explanation(model, X))
  console.log(groups(model))
  console.log(input.endsWith('.csr') ? seeds(X, Number(k)) : '-')
  console.log(isText ? titles(model) : '-')
  console.log(isText ? await drift(model, lines) : '-')
}

async function all (words) {
  for (let end; words.length > 0; words = words.slice(end + 1)) {
    end = words.indexOf('--') < 0 ? words.length : words.indexOf('--')
    await main(words.slice(0, end))
  }
}

all(process.argv.slice(2))
