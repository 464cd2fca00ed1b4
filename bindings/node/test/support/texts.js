'use strict'

/** Texts of three topics, 30 of each, the same every time. */
const WORDS = ['star orbit planet comet telescope moon rocket galaxy',
  'butter bake oven flour sugar dough cake recipe',
  'sail captain island harbor ship wave anchor tide']
  .map(words => words.split(' '))

function makeTexts (count = 90) {
  let state = 1
  const draw = n => {
    state = (state * 48271) % 2147483647
    return state % n
  }
  return Array.from({ length: count }, (_, i) =>
    Array.from({ length: 12 }, () => WORDS[i % 3][draw(8)]).join(' '))
}

module.exports = { makeTexts, texts: makeTexts() }
