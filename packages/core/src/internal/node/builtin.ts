// an import of them would evaluate all that they export, undici among it: forty milliseconds of processor time
export const Http = process.getBuiltinModule("node:http")
export const Https = process.getBuiltinModule("node:https")
export const Zlib = process.getBuiltinModule("node:zlib")
export const { pipeline } = process.getBuiltinModule("node:stream")
