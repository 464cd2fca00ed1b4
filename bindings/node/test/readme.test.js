'use strict'

// The program at the beginning of README.md prints what is printed below it; every function of the
// package has a type, and every type a function.
const assert = require('node:assert/strict')
const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { test } = require('node:test')
const manifact = require('..')

const folder = path.join(__dirname, '..')
const read = name => fs.readFileSync(path.join(folder, name), 'utf8')

test('the example of README.md prints what it says', () => {
  const [, program, printed] = read('README.md').match(/```js\n(.*?)```.*?```text\n(.*?)```/s)
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'manifact-'))
  try {
    fs.mkdirSync(path.join(place, 'node_modules'))
    fs.symlinkSync(folder, path.join(place, 'node_modules', 'manifact'))
    fs.writeFileSync(path.join(place, 'news.js'), program)
    fs.writeFileSync(path.join(place, 'news.mjs'),
      "import { cluster, Model } from 'manifact'\nconsole.log(cluster.name, Model.name)\n")
    const run = name => execFileSync(process.execPath, [name], { cwd: place, encoding: 'utf8' })
    assert.equal(run('news.js'), printed)
    assert.equal(run('news.mjs'), 'cluster Model\n')
  } finally {
    fs.rmSync(place, { recursive: true })
  }
})

test('README.md names the version of the package', () => {
  assert.ok(read('README.md').includes(`manifact-node-${require('../package.json').version}.tgz`))
})

/** The members of the classes in the types: { Model: Set { 'labels', ... } }. */
function declared () {
  const found = {}
  for (const name of ['index.d.ts', 'methods.d.ts']) {
    const classes = /^export class (\w+?)(?:Methods)? [^{]*\{\n(.*?)^\}/gms
    for (const [, kind, body] of read(name).matchAll(classes)) {
      found[kind] ??= new Set()
      for (const [, member] of body.matchAll(/^ {2}(?:static )?(\w+)\(/gm)) found[kind].add(member)
    }
  }
  return found
}

test('the types have the members that the classes have', () => {
  const types = declared()
  for (const [kind, Class] of Object.entries(manifact)) {
    if (!types[kind] || kind === 'ManifactError') continue
    const members = [Class.prototype, Class].flatMap(Object.getOwnPropertyNames)
      .filter(name => !['constructor', 'length', 'name', 'prototype', 'from', 'kind', 'close',
        'ownContext'].includes(name))
    types[kind].delete('close')
    assert.deepEqual(members.sort(), [...types[kind]].sort(), kind)
  }
})
