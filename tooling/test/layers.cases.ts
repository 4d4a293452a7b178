import { layers } from "../lint/layers.ts"
import { at, boundary, inFolder, use, type Case } from "./Case.ts"

const emulator = "apps/http-mock/src"
const names = Object.keys(layers)
const folders = names.filter((name) => name !== "main.ts")

const mayImport = (from: string, to: string): boolean =>
  (layers[from] ?? []).some((next) => next === to || mayImport(next, to))

const pairs = folders.flatMap((from) =>
  names
    .filter((to) => to !== from)
    .map((to) =>
      inFolder(`${emulator}/${from}`)(
        use(to === "main.ts" ? "../main.ts" : `../${to}/Module.ts`),
        mayImport(from, to) ? undefined : boundary
      )
    )
)

const main = inFolder(emulator)
const persistence = inFolder(`${emulator}/persistence`)
const service = inFolder(`${emulator}/service/Users`)
const world = inFolder(`${emulator}/world`)
const former = inFolder(`${emulator}/groups`)

const ways = [
  (module: string) => `import type { A } from "${module}"\nexport type B = A\n`,
  (module: string) => `export type { A } from "${module}"\n`,
  (module: string) => `export type B = import("${module}").A\n`,
  (module: string) => `export const b = () => import("${module}")\n`,
  (module: string) => `import "${module}"\n`
]

export const layerCases: ReadonlyArray<Case> = [
  ...pairs,
  at(
    `${emulator}/main.ts`,
    folders
      .filter((folder) => folder !== "fixtures")
      .map((folder) => `import "./${folder}/Module.ts"\n`)
      .join("")
  ),

  ...ways.flatMap((way) => [
    persistence(way("../tenants/Module.ts")),
    persistence(way("../world/Module.ts")),
    persistence(way("../service/Module.ts"), boundary),
    persistence(way("../server/Module.ts"), boundary),
    world(way("../wire/Module.ts"), boundary),
    world(way("node:fs"), boundary)
  ]),
  service(use("../Pods/transitions.ts")),
  service(use("../../tenants/deep/Module.ts")),
  service(use("../../upstream/deep/Module.ts"), boundary),
  service(use("../../main.ts"), boundary),

  ...[
    "@remote-assist/core",
    "@remote-assist/core/Session",
    "effect/Effect",
    "effect/schema/Model",
    "node:crypto",
    "lru-cache"
  ].map((module) => world(use(module))),
  ...[
    "@remote-assist/cli",
    "@effect/platform-node/NodeRuntime",
    "effect/http/HttpClient",
    "effect/http-api/HttpApi",
    "effect/FileSystem",
    "effect/process/ChildProcess",
    "effect/cli/Command",
    "node:fs",
    "crypto",
    "../../package.json"
  ].map((module) => world(use(module), boundary)),

  former(use("../world/Module.ts"), boundary),
  former(use("effect/Effect"), boundary),
  main(use("./server/Module.ts"), boundary),
  world(use("../groups/Module.ts"), boundary),
  world(use("../Module.ts"), boundary)
]
