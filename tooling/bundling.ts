import type { Plugin } from "rolldown"

/** Modules that a bundle loads although nothing uses them, by what stands in for them. */
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

/** Modules of node that few runs use: each is loaded when a function of it is called. */
export const whenCalled = (...modules: ReadonlyArray<string>): Plugin => ({
  name: "whenCalled",
  resolveId: { filter: { id: new RegExp(`^(?:${modules.join("|")})$`) }, handler: (id) => `\0called:${id}` },
  load: {
    filter: { id: /^\0called:/ },
    handler: (id) => {
      const name = id.slice("\0called:".length)
      const exports = Object.entries(process.getBuiltinModule(name) ?? {}).flatMap(([key, value]) =>
        exported(key, value)
      )
      return [
        `const load = () => process.getBuiltinModule(${JSON.stringify(name)})`,
        "export default new Proxy({}, { get: (_, part) => load()[part] })",
        ...exports
      ].join("\n")
    }
  }
})

const madeWhenRead = (key: string, value: unknown) => {
  if (typeof value === "function" && /^[a-z]/.test(key))
    return [`export const ${key} = (...args) => all.${key}(...args)`]
  return typeof value === "object" ? [`export const ${key} = whenRead(() => all.${key})`] : []
}

/**
 * Modules of node whose import makes what node otherwise makes when it is first read, and so loads what nobody asks for.
 * Here it is made when it is read; classes among it are left out.
 */
export const lazyPartsWhenRead = (...modules: ReadonlyArray<string>): Plugin => ({
  name: "lazyPartsWhenRead",
  resolveId: { filter: { id: new RegExp(`^(?:${modules.join("|")})$`) }, handler: (id) => `\0parts:${id}` },
  load: {
    filter: { id: /^\0parts:/ },
    handler: (id) => {
      const name = id.slice("\0parts:".length)
      const parts = process.getBuiltinModule(name) ?? {}
      const isLazy = (key: string) => Object.getOwnPropertyDescriptor(parts, key)?.get !== undefined
      return [
        `const all = process.getBuiltinModule(${JSON.stringify(name)})`,
        "export default all",
        "const bound = (of, value) => (typeof value === 'function' ? value.bind(of) : value)",
        "const whenRead = (made) => new Proxy({}, { get: (_, part) => bound(made(), made()[part]) })",
        ...Object.entries(parts).flatMap(([key, value]) =>
          isLazy(key) ? madeWhenRead(key, value) : [`export const ${key} = all.${key}`]
        )
      ].join("\n")
    }
  }
})

const segmenter = /= (?:\/\*[#@]__PURE__\*\/ ?)?new Intl\.Segmenter\(([^()]*)\)/g

/** A segmenter loads ten milliseconds of Unicode data: it is made by the first text that is segmented. */
export const segmentersWhenUsed: Plugin = {
  name: "segmentersWhenUsed",
  transform: {
    filter: { code: segmenter },
    handler: (code) =>
      code.replaceAll(segmenter, "= { segment(text) { return (this.made ??= new Intl.Segmenter($1)).segment(text) } }")
  }
}

/** The code with text beyond ASCII as escapes: else the engine reads twice as many bytes. */
export const inAscii = (code: string): string =>
  code.replaceAll(/[^\0-\x7f]/g, (unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, "0"))
