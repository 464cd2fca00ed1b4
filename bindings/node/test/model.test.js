'use strict'

const assert = require('node:assert/strict')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { test } = require('node:test')
const { Constraints, Graph, Matrix, Model, Solver, Vectorizer, cluster, evaluate, methods, options,
  seedLabels, version } = require('..')
const { texts } = require('./support/texts')

const truth = texts.map((_, i) => i % 3)

test('texts have the topics that they were made of', async () => {
  const model = await cluster(texts, { clusters: 3 })
  assert.equal(evaluate(truth, model.labels()).accuracy, 1)
  assert.deepEqual(model.sizes(), [30, 30, 30])
  const topics = model.topics({ count: 4 })
  assert.equal(topics.length, 3)
  for (const { title, terms } of topics) {
    assert.ok(title.includes(', '), title)
    assert.equal(terms.length, 4)
  }
  const of = await model.assign(['a comet in orbit', 'flour and sugar', 'nothing known'])
  assert.equal(of[0], model.labels()[0])
  assert.equal(of[1], model.labels()[1])
  assert.deepEqual(model.columnNames(), ['excerpt'])
  assert.deepEqual(model.column('excerpt'), texts)
})

test('a model comes back from a file and from bytes', async () => {
  const model = await cluster(texts, { clusters: 3 })
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'manifact-'))
  const file = path.join(folder, 'model.manifact')
  await model.save(file)
  const loaded = await Model.load(file)
  assert.deepEqual(await model.toBuffer(), fs.readFileSync(file))
  const again = await Model.loadMemory(fs.readFileSync(file))
  fs.rmSync(folder, { recursive: true })
  for (const other of [loaded, again]) {
    assert.deepEqual(other.labels(), model.labels())
    assert.equal(other.title(2), model.title(2))
  }
})

test('matrices of typed arrays, in place and copied', async () => {
  const [indptr, indices] = [Int32Array.of(0, 2, 3, 4, 6), Int32Array.of(0, 1, 0, 2, 1, 2)]
  const fits = []
  for (const borrow of [false, true]) {
    for (const Kind of [Float32Array, Float64Array]) {
      const X = Matrix.csr(4, 3, indptr, indices, Kind.of(3, 1, 2, 2, 1, 4), { borrow })
      assert.deepEqual(X.toCsr(), { indptr: [...indptr], indices: [...indices],
        values: Float64Array.of(3, 1, 2, 2, 1, 4) })
      const model = await cluster(X, { clusters: 2, method: 'kmeans',
        options: { seed: 1, weighting: 'none' } })
      fits.push([...model.labels()])
    }
  }
  assert.deepEqual(fits, Array(4).fill([0, 0, 1, 1]))
  const columns = Matrix.csc(2, 2, [0, 1, 2], [1, 0], [5, 6])
  assert.deepEqual(columns.toCsr().indices, [1, 0])
  assert.throws(() => Matrix.dense(2, 2, [1, 2, 3, 4], { borrow: true }), /cannot be borrowed/)
  assert.throws(() => Matrix.dense(2, 2, [1, 2, 3]), { code: 'ERR_MANIFACT_LENGTH' })
  assert.throws(() => Matrix.csr(1, 1, [0, 1], [7], [1]), { code: 'ERR_MANIFACT_STRUCTURE' })
})

test('a view shares the memory of the model, and keeps it', async () => {
  const model = await cluster(texts, { clusters: 3 })
  const { values, rows, columns } = model.view('memberships')
  assert.deepEqual([rows, columns, values.length], [90, 3, 270])
  assert.deepEqual(values, model.array('memberships').values)
  assert.notEqual(values.buffer, model.array('memberships').values.buffer)
  const copy = Float64Array.from(values)
  model.close()
  assert.throws(() => model.labels(), { code: 'ERR_MANIFACT_CLOSED' })
  assert.deepEqual(values, copy)
})

test('everything that a model tells', async () => {
  const model = await cluster(texts, { clusters: 3 })
  assert.equal(model.cohesion().length, 3)
  assert.equal(model.similarities().length, 9)
  assert.equal(model.margins().length, 90)
  assert.equal(model.options()['preset'], model.option('preset'))
  assert.ok(Object.keys(model.diagnostics()).length > 0)
  assert.equal(Object.keys(model.optionOrigins()).length, Object.keys(model.options()).length)
  assert.deepEqual(model.edits(), [])
  const merged = await model.merge([0, 1])
  assert.equal(merged.clusters(), 2)
  assert.equal(merged.edits().length, 1)
  assert.equal(merged.edits()[0].map.length, 3)
  const named = await merged.rename(0, 'été')
  assert.equal(named.topicName(0), 'été')
  const { heights, order } = await model.tree()
  assert.deepEqual([heights.length, order.length], [2, 3])
  const { weakness } = await model.topicNumbers()
  assert.deepEqual(weakness, ['none', 'none', 'none'])
  const { changesBefore } = await model.compare(merged)
  assert.equal(changesBefore.length, 3)
  const { representatives: missing, documents } = model.representatives(0, { count: 2 })
  assert.equal(missing, undefined)
  assert.equal(documents.length, 2)
})

test('new documents move into the model', async () => {
  const words = Vectorizer.create()
  const X = await words.fitTransform(texts)
  const solver = Solver.create('lccf', { neighbors: 5 }).setVectorizer(words)
  const model = await solver.fit(X, 3)
  const { terms, matrix } = await words.transformCounted(['a comet in orbit', 'flour and sugar'])
  const grown = await model.update(matrix, { terms })
  assert.equal(grown.documents(), 92)
  assert.equal(grown.edits()[0].drift.documents, 2)
  await assert.rejects(model.update(['a'], { terms: [1] }), /terms are those of a Matrix/)
  assert.throws(() => model.groupTest([0, 1], 2), /groups has 2 entries, not 90/)
  assert.throws(() => model.timeline(new Array(91).fill(0), 1), /periods has 91 entries, not 90/)
})

test('new texts move into the model with their excerpts', async () => {
  const model = await cluster(texts, { clusters: 3 })
  const news = ['a comet in orbit tungsten', 'flour and sweet sugar']
  const grown = await model.update(news)
  assert.deepEqual(grown.column('excerpt'), [...texts, ...news])
  const { documents, terms, unknown } = grown.edits()[0].drift
  const words = await model.vectorizer().transformCounted(news)
  assert.deepEqual([documents, terms], [2, words.terms[0] + words.terms[1]])
  assert.ok(unknown >= 1 && unknown < terms)
  await assert.rejects(model.updateTexts([]), /there are no documents/)
  for (const wrong of ['ship sail', {}, 7, null]) {
    await assert.rejects(model.update(wrong), /texts must be an array of strings/)
  }
  assert.equal((await model.updateTexts([''])).column('excerpt')[90], '')
})

test('explanations have a row for each document', async () => {
  const words = Vectorizer.create()
  const X = await words.fitTransform(texts)
  const solver = Solver.create('lccf', { neighbors: 5 }).setVectorizer(words)
  const model = await solver.fit(X, 3)
  const { scores, rests, matrix: parts } = await model.explain(X, { count: 2 })
  assert.deepEqual([scores.length, rests.length, parts.rows()], [90, 90, 90])
})

test('graphs, constraints, seeds and suggestions', async () => {
  const X = await Vectorizer.create().fitTransform(texts)
  const graph = await Graph.knn(X, 5)
  assert.equal(graph.vertices(), 90)
  assert.equal(graph.searchInfo().search, 'exact')
  const constraints = Constraints.create(90, { pairs: [[0, 3, 1], [0, 1, -1]] })
  assert.equal(constraints.count('pairs'), 2)
  assert.deepEqual(constraints.list('pairs').map(pair => pair[2]).sort(), [-1, 1])
  const model = await Solver.create('rcf').setGraph(graph).setConstraints(constraints).fit(X, 3)
  assert.deepEqual(model.violations(), [])
  const asked = await Constraints.suggest(X, 3, { constraints, count: 4 })
  assert.equal(asked.first.length, asked.second.length)
  const suggestion = await Solver.create('auto').suggestK(X, 2, 5)
  assert.equal(suggestion.k(), 3)
  assert.equal(suggestion.rows().length, 4)
  const seeded = seedLabels(X, [{ topic: 0, features: [0] }], 1, 3)
  assert.equal(seeded.labels.length, 90)
})

test('methods, options and the version', () => {
  assert.ok(methods().some(({ name }) => name === 'lccf'))
  const lambda = options('lccf').find(({ name }) => name === 'lambda')
  assert.equal(lambda.type, 'double')
  assert.equal(version(), require('../package.json').version)
})
