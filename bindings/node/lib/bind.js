'use strict'

// The methods of lib/methods.js as methods of classes.
const { bytes, integer, joined, number, sameLength, string, typed, word, wordOf, ARRAYS } =
  require('./arguments')
const { ManifactObject, callLater, callNow, handleOf } = require('./object')
const { methods } = require('./methods')

const camel = name => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())

function converted (value, [name, kind, of, , fallback], classes) {
  const called = camel(name)
  if (value === undefined) value = fallback
  if (value === undefined || value === null) {
    if (kind === 'handle' || kind === 'array' || kind === 'string' || kind === 'texts') {
      return kind === 'texts' ? { bytes: null, offsets: new BigInt64Array(1), count: 0 } : null
    }
    throw new TypeError(`${called} is missing`)
  }
  switch (kind) {
    case 'handle':
      if (!(value instanceof classes[of])) throw new TypeError(`${called} must be a ${of}`)
      return value
    case 'int': return integer(value, called)
    case 'double': return number(value, called)
    case 'flag': return Boolean(value)
    case 'enum': return word(value, called, of)
    case 'string': return string(value, called)
    case 'text': return Buffer.from(string(value, called))
    case 'texts': return joined(value, called)
    case 'bytes': return bytes(value, called)
    default: return typed(value, of, called)
  }
}

/** The arguments of a call by name, and whether null is an error is left to the library. */
function read (method, given, classes) {
  const parameters = method.parameters ?? []
  const required = parameters.filter(parameter => !parameter[3])
  const options = given[required.length] ?? {}
  if (typeof options !== 'object') throw new TypeError('options must be an object')
  const values = {}
  // What another thread reads is a copy: its buffer could be transferred meanwhile.
  const taken = (value, parameter) => {
    const made = converted(value, parameter, classes)
    // slice() of a Buffer would not copy.
    return method.waits && made === value && ArrayBuffer.isView(made)
      ? Uint8Array.prototype.slice.call(made)
      : made
  }
  required.forEach((parameter, i) => {
    if (given[i] === undefined) throw new TypeError(`${camel(parameter[0])} is missing`)
    values[parameter[0]] = taken(given[i], parameter)
  })
  const known = new Set(method.waits ? ['signal', 'onProgress', 'threads'] : [])
  for (const parameter of parameters.filter(parameter => parameter[3])) {
    known.add(camel(parameter[0]))
    values[parameter[0]] = taken(options[camel(parameter[0])], parameter)
  }
  for (const name of Object.keys(options)) {
    if (!known.has(name)) {
      throw new TypeError(`unknown option ${name}; known: ${[...known].join(', ') || 'none'}`)
    }
  }
  return { values, options }
}

function count (object, what) { return object[camel(what)]() }

/** The numbers that lengths are made of, by the names of the arguments in C. */
function countsOf (method, self, values) {
  const counts = { ...values, get k () { return self.clusters() } }
  for (const { kind, rest, name } of method.places) {
    if (kind === 'of') counts[name] = count(rest[0] ? values[rest[0]] : self, rest[1])
    if (kind === 'count') counts[name] = values[rest[0]].count ?? values[rest[0]].length
    if (kind === 'size') counts[name] = values[rest[0]]?.length ?? 0
    if (kind === 'area') {
      counts[name] = rest[0].split(',').reduce((n, part) => n * Number(counts[part] ??
        count(self, part)), 1)
    }
  }
  return counts
}

/** The slots of a method, with the names of the arguments in C, which lengths refer to. */
function placesOf (method) {
  return method.slots.map(slot => {
    const [, name, text] = slot.match(/^(?:(\w+)=)?(.*)$/)
    const [kind, ...rest] = text.split(':')
    return { kind, rest, name }
  })
}

function checkLengths (method, values, counts) {
  for (const [array, name] of method.checked ?? []) {
    if (values[array]) sameLength(values[array], counts[name], camel(array))
  }
}

const FILLED = { array: true, words: true }

function prepare (method, self, values, counts) {
  const results = new Map((method.results ?? []).map(result => [result[0], result]))
  const filled = new Map()
  const make = context => {
    const out = []
    for (const { kind, rest, name } of method.places) {
      const value = values[rest[0]]
      if (kind === 'context') out.push(context)
      else if (kind === 'self') out.push(handleOf(self))
      else if (kind === 'given') {
        out.push(value instanceof ManifactObject ? handleOf(value) : value)
      }
      else if (kind === 'bytes') out.push(value instanceof Uint8Array ? value : value.bytes)
      else if (kind === 'offsets') out.push(value.offsets)
      else if (kind === 'out') {
        const [called, type, of, length] = results.get(rest[0])
        if (!FILLED[type]) continue
        const Kind = ARRAYS[type === 'words' ? 'i' : of]
        const made = new Kind(Math.max(0, Number(length(counts))))
        filled.set(called, made)
        out.push(made)
      } else out.push(counts[name])
    }
    return out
  }
  return { make, filled }
}

function resultOf (value, [, kind, of], classes) {
  if (kind === 'array' && of === 'l') return Array.from(value, Number)
  if (kind === 'words') return Array.from(value, entry => wordOf(entry, of))
  if (kind === 'handle') return value === null ? null : classes[of].from(value)
  if (kind === 'enum') return wordOf(value, of)
  if (kind === 'flag') return value !== 0
  return value
}

/** What a method returns: nothing (itself), one value, or an object of them. */
function collect (method, self, made, filled, classes) {
  const all = method.results ?? []
  const given = made.slice(1)
  const values = all.map(result => {
    if (result[0] === 'returned') return made[0]
    return filled.get(result[0]) ?? given.shift()
  })
  const found = method.found ? Number(values[all.findIndex(result => result[0] === 'found')]) : -1
  const parts = all.map((result, i) => {
    const value = found >= 0 && FILLED[result[1]] ? trimmed(values[i], found, result) : values[i]
    const name = result[0] === 'out' ? result[2].toLowerCase() : camel(result[0])
    return [name, resultOf(value, result, classes)]
  }).filter(([name]) => !(method.found && name === 'found'))
  if (parts.length === 0) return self
  return parts.length === 1 ? parts[0][1] : Object.fromEntries(parts)
}

function trimmed (values, found) {
  return found < values.length ? values.slice(0, found) : values
}

function define (Class, method, classes) {
  method.places = placesOf(method)
  const isStatus = !(method.results ?? []).some(result => result[0] === 'returned')
  const needsContext = method.slots[0] === 'context'
  const prepared = (self, given) => {
    const { values, options } = read(method, given, classes)
    const counts = countsOf(method, self, values)
    checkLengths(method, values, counts)
    return { options, ...prepare(method, self, values, counts) }
  }
  const onWhat = self => needsContext ? null : self?.ownContext || self?.kind ? self : undefined
  const call = method.waits
    ? async function (...given) {
      const self = method.isStatic ? undefined : this
      const { options, make, filled } = prepared(self, given)
      const made = await callLater(onWhat(self), method.call, make, options)
      const result = collect(method, self, made, filled, classes)
      return result === self ? undefined : result
    }
    : function (...given) {
      const self = method.isStatic ? undefined : this
      const { make, filled } = prepared(self, given)
      const made = callNow(onWhat(self), method.call, make, isStatus)
      return collect(method, self, made, filled, classes)
    }
  Object.defineProperty(call, 'name', { value: method.name })
  const place = method.isStatic ? Class : Class.prototype
  Object.defineProperty(place, method.name, { value: call, writable: true, configurable: true })
}

/** Gives the classes their methods. */
function bind (classes) {
  for (const method of methods) define(classes[method.owner], method, classes)
}

module.exports = { bind }
