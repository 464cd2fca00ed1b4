'use strict'

const { getSystemErrorName } = require('node:util')
const native = require('./native')

/** The failure of a call: `status`, a negative number, `code`, such as "ERR_MANIFACT_OPTION", and
    a sentence. `cause` is the error of the system of a file: its `code` is "ENOENT" or the like. */
class ManifactError extends Error {
  constructor (status, message, errno = 0) {
    super(message || native.now.manifact_status_text(status)[0])
    this.name = 'ManifactError'
    this.status = status
    const [name] = native.now.manifact_status_name(status)
    this.code = 'ERR_MANIFACT_' + name.replace(/^ERROR_/, '')
    if (errno !== 0) {
      const code = getSystemErrorName(-errno)
      this.cause = Object.assign(new Error(code), { code, errno: -errno })
    }
  }
}

const STATUS = { argument: -103, length: -105, mismatch: -106, busy: -107, cancelled: -501 }

/** Refuses an argument, with a status of the library. */
function refuse (status, message) {
  throw new ManifactError(STATUS[status], message)
}

module.exports = { ManifactError, refuse, STATUS }
