import type { Plugin } from "rolldown"

/** Replaces modules that a bundle would load without using them. */
export const absent = (modules: Readonly<Record<string, string>>): Plugin => ({
  name: "absent",
  resolveId: {
    filter: { id: new RegExp(`^(?:${Object.keys(modules).join("|")})$`) },
    handler: (id) => `\0absent:${id}`
  },
  load: { filter: { id: /^\0absent:/ }, handler: (id) => modules[id.slice("\0absent:".length)] ?? "" }
})

const exported = (name: string, value: unknown) => {
  if (typeof value === "function" && /^[a-z]/.test(name))
    return [`export const ${name} = (...args) => load().${name}(...args)`]
  if (typeof value === "function")
    return [`export const ${name} = class { constructor(...args) { return new (load().${name})(...args) } }`]
  return name === "constants" ? [`export const constants = ${JSON.stringify(value)}`] : []
}

/** Makes a plugin that replaces imports of Node modules by generated code. What is required is loaded late already. */
const generated = (
  name: string,
  modules: ReadonlyArray<string>,
  generate: (module: string) => ReadonlyArray<string>
): Plugin => ({
  name,
  resolveId: {
    filter: { id: new RegExp(`^(?:${modules.join("|")})$`) },
    handler: (id, _, { kind }) => (kind === "require-call" ? null : `\0${name}:${id}`)
  },
  load: {
    filter: { id: new RegExp(`^\0${name}:`) },
    handler: (id) => generate(id.slice(`\0${name}:`.length)).join("\n")
  }
})

/** Loads a Node module when one of its functions is called first. */
export const whenCalled = (...modules: ReadonlyArray<string>): Plugin =>
  generated("whenCalled", modules, (module) => [
    `const load = () => process.getBuiltinModule(${JSON.stringify(module)})`,
    "export default new Proxy({}, { get: (_, part) => load()[part] })",
    ...Object.entries(process.getBuiltinModule(module) ?? {}).flatMap(([key, value]) => exported(key, value))
  ])

const lazyExport = (key: string, value: unknown) => {
  if (typeof value === "function" && /^[a-z]/.test(key))
    return [`export const ${key} = (...args) => all.${key}(...args)`]
  return typeof value === "object" ? [`export const ${key} = whenRead(() => all.${key})`] : []
}

/** Keeps lazy exports of Node modules lazy: an ESM import would evaluate all of them. Lazy classes are left out. */
export const lazyPartsWhenRead = (...modules: ReadonlyArray<string>): Plugin =>
  generated("lazyPartsWhenRead", modules, (module) => {
    const parts = process.getBuiltinModule(module) ?? {}
    const isLazy = (key: string) => Object.getOwnPropertyDescriptor(parts, key)?.get !== undefined
    return [
      `const all = process.getBuiltinModule(${JSON.stringify(module)})`,
      "export default all",
      "const bound = (of, value) => (typeof value === 'function' ? value.bind(of) : value)",
      "const whenRead = (load) => new Proxy({}, { get: (_, part) => bound(load(), load()[part]) })",
      ...Object.entries(parts).flatMap(([key, value]) =>
        isLazy(key) ? lazyExport(key, value) : [`export const ${key} = all.${key}`]
      )
    ]
  })

const segmenter = /= (?:\/\*[#@]__PURE__\*\/ ?)?new Intl\.Segmenter\(([^()]*)\)/g

/** Creates segmenters when they are first used: each loads Unicode data for ten milliseconds. */
export const segmentersWhenUsed: Plugin = {
  name: "segmentersWhenUsed",
  transform: {
    filter: { code: segmenter },
    handler: (code) =>
      code.replaceAll(
        segmenter,
        "= { segment(text) { return (this.instance ??= new Intl.Segmenter($1)).segment(text) } }"
      )
  }
}

/** Reads the WebAssembly of Yoga from its source: `fetch` would load an HTTP client first. */
export const wasmWithoutFetch: Plugin = {
  name: "wasmWithoutFetch",
  transform: {
    filter: { id: /yoga-wasm-base64/ },
    handler: (code) => code.replaceAll('"function"!=typeof fetch', "true")
  }
}

/** Escapes characters beyond ASCII: otherwise the engine reads twice as many bytes. */
export const inAscii = (code: string): string =>
  code.replaceAll(/[^\0-\x7f]/g, (unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, "0"))
