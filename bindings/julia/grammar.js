'use strict'

// The syntax of the Julia package by the grammar of tree-sitter, and its calls of the library by the
// trees: grammar.js NODE_MODULES, the folder with the two packages of npm:
//
//   npm install --prefix build/grammar --ignore-scripts --legacy-peer-deps \
//     web-tree-sitter@0.25 tree-sitter-julia@0.23.1
//
//   every file         has no part that the grammar does not know, and lacks none
//   every C.manifact_  is called with the number of arguments of bindings/interface.json
const fs = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')

const SKIPPED = 77
const [modules] = process.argv.slice(2)
if (!modules || !fs.existsSync(path.join(modules, 'tree-sitter-julia'))) {
  console.log('skipped: the grammar is not installed; grammar.js says how')
  process.exit(SKIPPED)
}

const { Parser, Language } = createRequire(path.resolve(modules, 'grammar.js'))('web-tree-sitter')
const { functions } = JSON.parse(fs.readFileSync(path.join(__dirname, '../interface.json'), 'utf8'))
const COUNTS = new Map(functions.map(({ name, arguments: given }) => [name, given.length]))

/** All nodes of a tree. */
function * nodes (node) {
  yield node
  for (const child of node.children) yield * nodes(child)
}

const place = node => `${node.startPosition.row + 1}:${node.startPosition.column + 1}`

/** What is wrong in a source, and how many calls of the library it has. */
function check (parser, text) {
  const errors = []
  let calls = 0
  for (const node of nodes(parser.parse(text).rootNode)) {
    if (node.isError) errors.push(`${place(node)}: syntax error at "${node.text.slice(0, 40)}"`)
    if (node.isMissing) errors.push(`${place(node)}: "${node.type}" is missing`)
    if (node.type !== 'call_expression' || !node.firstChild.text.startsWith('C.manifact_')) continue
    const name = node.firstChild.text.slice(2)
    const list = node.children.find(child => child.type === 'argument_list')
    const given = list.namedChildren.filter(child => !child.type.endsWith('comment'))
    if (given.some(child => child.type === 'splat_expression')) continue
    ++calls
    if (!COUNTS.has(name)) errors.push(`${place(node)}: the library has no ${name}`)
    else if (given.length !== COUNTS.get(name)) {
      errors.push(`${place(node)}: ${name} takes ${COUNTS.get(name)} arguments, not ${given.length}`)
    }
  }
  return { errors, calls }
}

/** The check finds what is wrong in these. */
function selfTest (parser) {
  for (const text of ['function f(x)\n  1\n', 'f(x]\n', 'x = [1, 2\n', 'if true\n else\n',
    'C.manifact_version(1)\n', 'C.manifact_nothing()\n']) {
    if (check(parser, text).errors.length === 0) throw new Error(`no error is found in ${text}`)
  }
  const { errors, calls } = check(parser, 'f(x::Ptr{Int}) = C.manifact_version() # a )\n')
  if (errors.length > 0 || calls !== 1) throw new Error(`errors in what has none: ${errors}`)
}

async function main () {
  await Parser.init()
  const parser = new Parser()
  parser.setLanguage(await Language.load(
    path.join(modules, 'tree-sitter-julia', 'tree-sitter-julia.wasm')))
  selfTest(parser)
  const files = fs.readdirSync(__dirname, { recursive: true }).filter(name => name.endsWith('.jl'))
  let wrong = 0
  let all = 0
  for (const name of files.sort()) {
    const { errors, calls } = check(parser, fs.readFileSync(path.join(__dirname, name), 'utf8'))
    for (const error of errors) console.log(`${name}:${error}`)
    wrong += errors.length
    all += calls
  }
  if (files.length === 0 || all === 0) throw new Error('there are no sources, or no calls')
  console.log(`${files.length} files, ${all} calls of the library, ${wrong} errors`)
  process.exitCode = wrong > 0 ? 1 : 0
}

main()
