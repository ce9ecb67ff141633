// node run-wasi.mjs MODULE ARGUMENTS...: runs a WASI program that sees the current directory.
import { readFile } from 'node:fs/promises'
import { WASI } from 'node:wasi'

const [module, ...args] = process.argv.slice(2)
const wasi = new WASI({ version: 'preview1', args: [module, ...args], preopens: { '.': '.' } })
const compiled = await WebAssembly.compile(await readFile(module))
process.exit(wasi.start(await WebAssembly.instantiate(compiled, { wasi_snapshot_preview1: wasi.wasiImport })))
