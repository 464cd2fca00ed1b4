'use strict'

// Prints the folder of node_api.h: that of this Node.js, or of the package `libnode-dev`.
const fs = require('node:fs')
const path = require('node:path')

const folders = [path.resolve(process.execPath, '../../include/node'), '/usr/include/node',
  '/usr/include/nodejs/src']
const found = folders.find(folder => fs.existsSync(path.join(folder, 'node_api.h')))
if (found) console.log(found)
else process.exitCode = 1
