'use strict'

// The addon: of the build that npm made, or the file that MANIFACT_ADDON names.
const path = require('node:path')

const folder = path.join(__dirname, '..')
let native
try {
  native = require(process.env.MANIFACT_ADDON ||
    path.join(folder, 'build', 'Release', 'manifact.node'))
} catch (error) {
  error.message = `the addon of manifact cannot be loaded: ${error.message}`
  throw error
}

const ABI = 1
if (native.now.manifact_abi_supported(ABI)[0] === 0) {
  const [version] = native.now.manifact_version()
  throw new Error(`the library manifact of version ${version} does not support ABI ${ABI}`)
}

module.exports = native
