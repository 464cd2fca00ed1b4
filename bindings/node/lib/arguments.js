'use strict'

// What JavaScript gives, as the library takes it.
const { enums } = require('./methods')
const { refuse } = require('./errors')

function integer (value, name) {
  if (typeof value === 'bigint') return value
  if (!Number.isSafeInteger(value)) throw new TypeError(`${name} must be an integer`)
  return value
}

function number (value, name) {
  if (typeof value !== 'number') throw new TypeError(`${name} must be a number`)
  return value
}

function string (value, name) {
  if (typeof value !== 'string') throw new TypeError(`${name} must be a string`)
  return value
}

function word (value, name, kind) {
  const words = enums[kind]
  if (typeof value !== 'string' || !Object.hasOwn(words, value)) {
    throw new TypeError(`${name} must be one of ${Object.keys(words).join(', ')}`)
  }
  return words[value]
}

function wordOf (value, kind) {
  for (const [name, number] of Object.entries(enums[kind])) if (number === value) return name
  return String(value)
}

const ARRAYS = { i: Int32Array, l: BigInt64Array, d: Float64Array }

/** Whether the memory of an array stays where it is as long as something refers to it. */
function isLent (values) {
  return ArrayBuffer.isView(values) && values.buffer instanceof ArrayBuffer &&
    !values.buffer.resizable
}

/** A typed array of a kind: the same one if it is such an array, else a copy. */
function typed (values, kind, name) {
  const Kind = ARRAYS[kind]
  if (values instanceof Kind && isLent(values)) return values
  if (!Array.isArray(values) && !ArrayBuffer.isView(values)) {
    throw new TypeError(`${name} must be an array of numbers`)
  }
  const made = new Kind(values.length)
  for (let i = 0; i < made.length; ++i) {
    const value = values[i]
    if (kind === 'd') made[i] = number(value, `${name}[${i}]`)
    else if (kind === 'l') made[i] = BigInt(integer(value, `${name}[${i}]`))
    else {
      made[i] = integer(Number(value), `${name}[${i}]`)
      if (made[i] !== Number(value)) throw new RangeError(`${name}[${i}] is out of range`)
    }
  }
  return made
}

/** Texts one after the other: { bytes, offsets, count }. */
function joined (texts, name) {
  if (typeof texts === 'string' || typeof texts?.[Symbol.iterator] !== 'function') {
    throw new TypeError(`${name} must be an array of strings`)
  }
  const parts = Array.from(texts, (text, i) => Buffer.from(string(text, `${name}[${i}]`)))
  const offsets = new BigInt64Array(parts.length + 1)
  let total = 0
  parts.forEach((part, i) => { offsets[i + 1] = BigInt(total += part.length) })
  return { bytes: Buffer.concat(parts, total), offsets, count: parts.length }
}

function bytes (value, name) {
  if (!(value instanceof Uint8Array)) throw new TypeError(`${name} must be a Uint8Array`)
  return isLent(value) ? value : Uint8Array.from(value)
}

function sameLength (values, length, name) {
  if (values.length !== length) {
    refuse('length', `${name} has ${values.length} entries, not ${length}`)
  }
}

module.exports = { ARRAYS, bytes, integer, isLent, joined, number, sameLength, string, typed, word,
  wordOf }
