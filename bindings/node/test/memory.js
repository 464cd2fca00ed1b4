'use strict'

// Thousands of objects, closed or left to the garbage collector, take no memory for good:
// node --expose-gc memory.js
const assert = require('node:assert/strict')
const { setImmediate: turn } = require('node:timers/promises')
const { Matrix, Solver } = require('..')

const values = Float64Array.from({ length: 40 * 10 },
  (_, i) => (i * 7919) % 13 + (i % 10 === i % 3))

async function once (isClosed) {
  const X = Matrix.dense(40, 10, values, { borrow: true })
  const solver = Solver.create('kmeans', { seed: 1 })
  const model = await solver.fit(X, 3, { onProgress: () => {} })
  const view = model.view('memberships').values
  assert.equal(view.length, 120)
  if (isClosed) [X, solver, model].forEach(object => object.close())
}

async function resident () {
  for (let i = 0; i < 3; ++i) {
    global.gc()
    await turn()
  }
  return process.memoryUsage.rss()
}

async function main () {
  for (const isClosed of [true, false]) {
    for (let i = 0; i < 300; ++i) await once(isClosed)
    let grown
    // A leak of 600 bytes a fit is more than the limit in every round; without one it settles.
    for (let round = 0; round < 10; ++round) {
      const before = await resident()
      for (let i = 0; i < 1000; ++i) await once(isClosed)
      grown = await resident() - before
      console.log(`${isClosed ? 'closed' : 'collected'}: ${grown / 1024} kB more after 1000 fits`)
      if (grown < 600 * 1000) break
    }
    assert.ok(grown < 600 * 1000, `1000 fits still take ${grown} bytes`)
  }
}

main()
