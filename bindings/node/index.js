'use strict'

const { bind } = require('./lib/bind')
const { ManifactError } = require('./lib/errors')
const { Constraints, Graph, Matrix } = require('./lib/matrix')
const { Model, Suggestion } = require('./lib/model')
const { Solver, Vectorizer } = require('./lib/vectorizer')
const { cluster, evaluate, hasFeature, methods, options, seedLabels, version } =
  require('./lib/functions')

bind({ Constraints, Graph, Matrix, Model, Solver, Suggestion, Vectorizer })

module.exports = {
  Constraints, Graph, ManifactError, Matrix, Model, Solver, Suggestion, Vectorizer,
  cluster, evaluate, hasFeature, methods, options, seedLabels, version
}
