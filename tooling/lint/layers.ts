/** Forbids imports. `from`, and `to` of a relative import, are paths from the root; any other `to` is the specifier. */
export interface Boundary {
  readonly from: RegExp
  readonly to: RegExp
  readonly unless?: RegExp
  readonly because: string
}

/** The emulator's layers, each with the layers that it may import, directly or through others. */
export const layers: Readonly<Record<string, ReadonlyArray<string>>> = {
  "main.ts": ["cli"],
  fixtures: ["library"],
  cli: ["library"],
  library: ["server", "import", "mail"],
  import: ["world"],
  server: ["control", "service", "upstream"],
  control: ["persistence", "openapi", "handlers", "mail"],
  handlers: ["service"],
  openapi: ["world"],
  service: ["tenants"],
  mail: ["tenants"],
  upstream: ["tenants"],
  persistence: ["tenants"],
  tenants: ["faults"],
  faults: ["wire"],
  wire: ["world"],
  world: []
}

const names = Object.keys(layers)

const sources = "apps/http-mock/src/"

const anyOf = (chosen: ReadonlyArray<string>) =>
  `(?:${chosen.map((name) => (name.endsWith(".ts") ? `${name.replace(".", String.raw`\.`)}$` : `${name}/`)).join("|")})`

const within = (layer: string) => new RegExp(`^${sources}${anyOf([layer])}`)

const below = (layer: string): ReadonlyArray<string> => (layers[layer] ?? []).flatMap((next) => [next, ...below(next)])

const between = names.flatMap((from) => {
  const allowed = new Set(below(from))
  const may = allowed.size === 0 ? "no other layer" : [...allowed].join(", ")
  return names
    .filter((to) => to !== from && !allowed.has(to))
    .map((to): Boundary => ({ from: within(from), to: within(to), because: `${from} may import ${may}; not ${to}` }))
})

const worldBoundary: Boundary = {
  from: within("world"),
  to: new RegExp(
    `^(?!${sources}|@remote-assist/core(?:/|$)|effect/(?!http|FileSystem$|process|cli)|(?:node:crypto|lru-cache)$)`
  ),
  because: "world does no input or output. It may import core, lru-cache, node:crypto and pure modules of effect"
}

const nowhere = `${sources}(?!${anyOf(names)})`

const outsideLayers = [
  { from: `^${nowhere}`, to: "." },
  { from: `^(?!${nowhere})`, to: `^${nowhere}` }
].map(({ from, to }): Boundary => ({
  from: new RegExp(from),
  to: new RegExp(to),
  because: `not a layer. The emulator's sources are in ${names.join(", ")}`
}))

/** The boundaries between the emulator's layers; every source file must be in a layer. */
export const layerBoundaries: ReadonlyArray<Boundary> = [...between, worldBoundary, ...outsideLayers]
