'use strict'

const assert = require('node:assert/strict')
const { spawnSync } = require('node:child_process')
const { test } = require('node:test')
const { Worker } = require('node:worker_threads')
const { ManifactError, Matrix, Model, Solver, Vectorizer, cluster } = require('..')
const { makeTexts, texts } = require('./support/texts')

const endless = { method: 'lccf', options: { maxIterations: 1000000, tolerance: 0 } }

test('errors have a status, a code and one sentence', async () => {
  assert.throws(() => Solver.create('lccf').set({ neighbors: 'many' }), error => {
    assert.ok(error instanceof ManifactError)
    assert.equal(error.status, -104)
    assert.equal(error.code, 'ERR_MANIFACT_OPTION')
    assert.equal(error.message, "option 'neighbors' takes an integer, not 'many'")
    return true
  })
  await assert.rejects(Model.load('/nothing/there'), error => {
    assert.equal(error.code, 'ERR_MANIFACT_IO')
    assert.equal(error.cause.code, 'ENOENT')
    return true
  })
})

test('arguments of another type are refused, and name what is wrong', async () => {
  await assert.rejects(cluster(texts, {}), { message: 'clusters must be an integer' })
  await assert.rejects(cluster('one text', { clusters: 2 }), TypeError)
  await assert.rejects(cluster([1, 2], { clusters: 2 }), { message: 'texts[0] must be a string' })
  await assert.rejects(Matrix.read('x.mtx', { form: 'csv' }), /unknown option form/)
  await assert.rejects(Matrix.read('x.mtx', { format: 'pdf' }), /must be one of auto/)
  await assert.rejects(Solver.create().fit({}, 3), { message: 'X must be a Matrix' })
  const model = await cluster(texts, { clusters: 2, method: 'kmeans' })
  await assert.rejects(model.assign(3), { message: 'texts must be an array of strings' })
  await assert.rejects(model.assignMemberships(texts), { message: 'X must be a Matrix' })
  assert.deepEqual(await model.assign(new Set(texts)), await model.assign(texts))
  await assert.rejects(cluster(texts, { clusters: 2, signal: {} }), /must be an AbortSignal/)
  await assert.rejects(cluster(texts, { clusters: 2, onProgress: 3 }), /must be a function/)
  const resizable = new Float64Array(new ArrayBuffer(16, { maxByteLength: 32 }))
  // Node.js 18 has no such buffers, and ignores the length.
  if (resizable.buffer.resizable) {
    assert.throws(() => Matrix.dense(2, 1, resizable, { borrow: true }), /cannot be borrowed/)
  }
  assert.throws(() => new Model(), TypeError)
  assert.throws(() => Solver.create('lccf\0'), /NUL/)
  assert.throws(() => Matrix.dense(1, 1, Float64Array.of(NaN)), { code: 'ERR_MANIFACT_VALUE' })
})

test('the event loop runs during a fit', async () => {
  let ticks = 0
  const timer = setInterval(() => { ++ticks }, 1)
  await cluster(makeTexts(600), { clusters: 6, method: 'lccf', options: { maxIterations: 200,
    tolerance: 0 } })
  clearInterval(timer)
  assert.ok(ticks > 0)
})

test('progress comes before the result, in order', async () => {
  const stages = []
  let isDone = false
  await cluster(texts, { clusters: 3, onProgress: ({ stage, done, total, objective }) => {
    assert.equal(isDone, false)
    assert.ok(done >= 0 && total >= 0)
    assert.equal(typeof objective, 'number')
    if (stages.at(-1) !== stage) stages.push(stage)
  } })
  isDone = true
  assert.ok(stages.length >= 2, stages.join())
})

test('an AbortSignal stops a fit with its reason', async () => {
  const controller = new AbortController()
  await assert.rejects(cluster(texts, { clusters: 3, ...endless, signal: controller.signal,
    onProgress: ({ stage }) => { if (stage === 'fit') controller.abort() } }),
  { name: 'AbortError' })
  await assert.rejects(cluster(texts, { clusters: 3, signal: AbortSignal.abort(new Error('no')) }),
    { message: 'no' })
})

test('what a progress function throws stops the fit', async () => {
  await assert.rejects(cluster(texts, { clusters: 3, ...endless,
    onProgress: () => { throw new RangeError('enough') } }), new RangeError('enough'))
})

test('what the promise of a progress function is rejected with stops the fit', async () => {
  await assert.rejects(cluster(texts, { clusters: 3, ...endless,
    onProgress: async () => { throw new RangeError('enough') } }), new RangeError('enough'))
})

test('a solver serves one call at a time, and works after it was stopped', async () => {
  const X = await Vectorizer.create().fitTransform(texts)
  const solver = Solver.create('lccf', endless.options)
  const controller = new AbortController()
  const first = solver.fit(X, 3, { signal: controller.signal })
  await assert.rejects(solver.fit(X, 3), { code: 'ERR_MANIFACT_BUSY' })
  controller.abort()
  await assert.rejects(first, { name: 'AbortError' })
  const model = await solver.set({ maxIterations: 3 }).fit(X, 3, { threads: 2 })
  assert.ok(model.iterations() < 100)
  assert.equal(solver.get('max-iterations'), 3)
})

test('objects that are closed during a call live until its end', async () => {
  const X = await Vectorizer.create().fitTransform(texts)
  const solver = Solver.create('lccf')
  const fit = solver.fit(X, 3)
  X.close()
  solver.close()
  const model = await fit
  assert.equal(model.documents(), 90)
  assert.throws(() => X.rows(), { code: 'ERR_MANIFACT_CLOSED' })
  await assert.rejects(model.assign(X), { code: 'ERR_MANIFACT_CLOSED' })
})

test('a vectorizer that is closed while it counts ends its call, with all progress', async () => {
  const words = Vectorizer.create()
  const seen = []
  const added = words.addMany(makeTexts(3000), { onProgress: ({ done }) => seen.push(done) })
  words.close()
  await added
  await assert.rejects(words.finish(), { code: 'ERR_MANIFACT_CLOSED' })
  assert.ok(seen.length > 0)
})

test('arrays may be transferred while a call reads them', async () => {
  const model = await cluster(texts, { clusters: 3 })
  const bytes = Uint8Array.from(await model.toBuffer())
  const loaded = Model.loadMemory(bytes)
  structuredClone(bytes, { transfer: [bytes.buffer] })
  assert.deepEqual((await loaded).labels(), model.labels())
})

test('fits side by side give what one alone gives', async () => {
  const fits = await Promise.all([1, 2, 3, 4].map(threads =>
    cluster(texts, { clusters: 3, threads })))
  for (const model of fits) {
    assert.deepEqual(model.array('memberships'), fits[0].array('memberships'))
  }
})

test('a process that exits stops its fits', () => {
  const program = `
    const { cluster } = require(${JSON.stringify(require.resolve('..'))})
    cluster(${JSON.stringify(texts)}, { clusters: 3, ...${JSON.stringify(endless)},
      onProgress: ({ stage }) => { if (stage === 'fit') process.exit(7) } })`
  assert.equal(spawnSync(process.execPath, ['-e', program]).status, 7)
})

test('worker threads have an addon of their own', async () => {
  const program = `
    const { Matrix, cluster } = require(${JSON.stringify(require.resolve('..'))})
    const { parentPort } = require('node:worker_threads')
    const values = Float64Array.of(1, 0, 2, 0, 0, 3, 0, 4)
    const X = Matrix.dense(4, 2, values, { borrow: true })
    cluster(X, { clusters: 2, method: 'kmeans', options: { seed: 1 } }).then(model =>
      parentPort.postMessage([...model.labels()]))`
  const answers = await Promise.all([1, 2].map(() => new Promise((resolve, reject) => {
    const worker = new Worker(program, { eval: true })
    let answer
    worker.on('message', message => { answer = message })
    worker.on('error', reject)
    worker.on('exit', () => resolve(answer))
  })))
  assert.deepEqual(answers[0], answers[1])
  assert.equal(answers[0][0], answers[0][1])
  assert.notEqual(answers[0][0], answers[0][2])
})
