'use strict'

// Objects of the library, and calls that can be stopped.
const native = require('./native')
const { ManifactError, refuse, STATUS } = require('./errors')

const { now, later } = native
const disposeSymbol = Symbol.dispose ?? Symbol('Symbol.dispose')

/** An object of the library. close() frees it; the garbage collector does so otherwise. */
class ManifactObject {
  #handle
  constructor (handle) {
    if (handle === undefined) throw new TypeError('objects are made by functions, not by new')
    this.#handle = handle
  }

  static handleOf (object) { return object.#handle }

  /** Frees the object, at the end of the calls that use it. Other methods fail afterwards. */
  close () { native.close(this.#handle) }

  [disposeSymbol] () { this.close() }
}

const { handleOf } = ManifactObject

function newContext () {
  const [status, context] = now.manifact_context_create()
  if (status < 0) throw new ManifactError(status)
  return context
}

/** What calls are made on: a context of their own, a solver, or the context of a vectorizer. */
function targetOf (object) {
  if (object?.kind === 'solver') {
    const solver = handleOf(object)
    return {
      handle: solver,
      progress: f => now.manifact_solver_set_progress(solver, f)[0],
      token: t => now.manifact_solver_set_cancel_token(solver, t)[0],
      threads: n => now.manifact_solver_set_int64(solver, 'threads', n)[0],
      message: () => now.manifact_solver_message(solver)[0],
      errno: () => 0,
      end: () => {}
    }
  }
  const own = object?.ownContext
  const context = own ?? newContext()
  const message = () => now.manifact_context_message(context)[0]
  return {
    handle: context,
    progress: f => now.manifact_context_set_progress(context, f)[0],
    token: t => now.manifact_context_set_cancel_token(context, t)[0],
    threads: n => now.manifact_context_set_threads(context, n)[0],
    message: () => (own && now.manifact_vectorizer_message(handleOf(object))[0]) || message(),
    errno: () => now.manifact_context_errno(context)[0],
    end: own ? () => {} : () => native.close(context)
  }
}

/** The failure of a status, with the message of the target unless that is of another call. */
function failure (status, target) {
  if (status === STATUS.busy || !target) return new ManifactError(status)
  return new ManifactError(status, target.message(), target.errno())
}

/** Calls the library at once: [result, given out...]. A negative result is a status. */
function callNow (object, name, values, isStatus = true) {
  const target = object === undefined ? undefined : targetOf(object)
  try {
    const made = now[name](...values(target?.handle))
    if (isStatus && made[0] < 0) throw failure(made[0], target)
    return made
  } finally {
    target?.end()
  }
}

// A process that exits waits for its threads: their calls are stopped.
const tokens = new Set()
process.on('exit', () => {
  for (const token of tokens) now.manifact_cancel_token_request(token)
})

const running = new WeakSet()
const closing = new WeakSet()

/** Closes the context of a vectorizer, at the end of the call that runs. */
function closeContext (object) {
  if (!object.ownContext) return
  if (running.has(object)) closing.add(object)
  else native.close(object.ownContext)
}

/** Calls the library on another thread. `values` makes the arguments from the context. */
async function callLater (object, name, values, { signal, onProgress, threads } = {}) {
  if (signal != null && !(signal instanceof AbortSignal)) {
    throw new TypeError('signal must be an AbortSignal')
  }
  if (onProgress != null && typeof onProgress !== 'function') {
    throw new TypeError('onProgress must be a function')
  }
  signal?.throwIfAborted()
  if (object && running.has(object)) refuse('busy')
  const target = targetOf(object)
  let token = null
  let thrown
  const answers = new Set() // what functions for progress have still to do
  const stop = () => now.manifact_cancel_token_request(token)
  const require = status => { if (status < 0) throw failure(status, target) }
  if (object) running.add(object)
  try {
    const given = values(target.handle)
    if (threads !== undefined) require(target.threads(threads))
    const [status, created] = now.manifact_cancel_token_create()
    require(status)
    token = created
    tokens.add(token)
    require(target.token(token))
    signal?.addEventListener('abort', stop, { once: true })
    if (onProgress) {
      const failed = error => {
        thrown ??= { error }
        stop()
      }
      require(target.progress((stage, done, total, objective, change) => {
        if (thrown) return
        try {
          const answer = onProgress({ stage, done, total, objective, change })
          if (typeof answer?.then !== 'function') return
          const settled = Promise.resolve(answer).then(() => {}, failed)
            .finally(() => answers.delete(settled))
          answers.add(settled)
        } catch (error) {
          failed(error)
        }
      }))
    }
    const made = await later[name](...given)
    if (onProgress) endProgress(target)
    await Promise.all(answers)
    if (thrown) throw thrown.error
    if (made[0] < 0) {
      if (made[0] === STATUS.cancelled && signal?.aborted) throw signal.reason
      throw failure(made[0], target)
    }
    return made
  } finally {
    if (onProgress) endProgress(target)
    if (token) {
      signal?.removeEventListener('abort', stop)
      closeToken(target, token)
    }
    target.end()
    if (object) {
      running.delete(object)
      if (closing.has(object)) closeContext(object)
    }
  }
}

/** Calls the function for what was not told yet, and removes it. */
function endProgress (target) {
  try {
    target.progress(null)
  } catch { // the object was closed during the call
  }
}

function closeToken (target, token) {
  try {
    target.token(null)
  } catch { // as above
  }
  tokens.delete(token)
  native.close(token)
}

module.exports = { ManifactObject, callLater, callNow, closeContext, handleOf, newContext, now }
