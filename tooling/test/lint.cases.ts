import { at, boundary, inFolder, use, type Case } from "./Case.ts"

const core = inFolder("packages/core/src")
const coreTest = inFolder("packages/core/test")
const cli = inFolder("packages/cli/src")
const mock = inFolder("apps/http-mock/src/server")
const mockTest = inFolder("apps/http-mock/test")
const tui = inFolder("apps/tui/src")
const tuiTest = inFolder("apps/tui/test")
const screen = inFolder("apps/tui/src/renderers/screen")
const engine = inFolder("apps/tui/src/engine")
const keymap = inFolder("apps/tui/src/keymap")
const e2e = inFolder("apps/e2e/src")
const scenario = inFolder("apps/e2e/scenarios/users")

const determinism = "project(determinism)"
const effectOnly = "project(effect-only)"

export const cases: ReadonlyArray<Case> = [
  core(use("@remote-assist/http-mock"), boundary),
  core(use("../../../apps/tui/src/Tui.ts"), boundary),
  core(use("node:fs"), boundary),
  core(use("@effect/platform-node/NodeRuntime"), boundary),
  core(use("./Session.ts")),
  core(use("@remote-assist/core/Session"), boundary),
  coreTest(use("@remote-assist/core/Session")),
  coreTest(use("@remote-assist/http-mock"), boundary),
  coreTest(use("node:fs")),

  cli(use("@remote-assist/core"), boundary),
  cli(use("@remote-assist/core/FileError")),
  cli(use("effect/cli/Command")),

  mock(use("@remote-assist/cli/Terminal"), boundary),
  inFolder("apps/http-mock/src/cli")(use("@remote-assist/cli/Terminal")),
  mock(use("@remote-assist/core")),
  mock(use("@remote-assist/core/Session")),
  mock(use("@remote-assist/core/internal/Wire"), boundary),
  mock(use("@remote-assist/core/src/Session.ts"), boundary),
  mock(use("@remote-assist/http-mock"), boundary),
  mock(use("@remote-assist/tui"), boundary),
  mock(use("../../../../packages/core/src/Session.ts"), boundary),
  mockTest(use("../src/library/Emulator.ts")),
  mockTest(use("../../../packages/core/src/Session.ts"), boundary),

  tui(use("@remote-assist/http-mock")),
  tui(use("@remote-assist/http-mock/Server"), boundary),
  tui(use("@remote-assist/http-mock/src/Server.ts"), boundary),
  tui(use("@remote-assist/e2e"), boundary),
  tui(use("../../http-mock/src/Server.ts"), boundary),
  tui(`export const server = import("../../http-mock/src/Server.ts")\n`, boundary),
  tui(`export type Server = import("../../http-mock/src/Server.ts").Server\n`, boundary),
  tui("export const server = import(`../../http-mock/src/Server.ts`)\n", boundary),
  tui("export const read = (name: string) => import(`../../http-mock/src/${name}.ts`)\n"),
  screen(use("@remote-assist/core"), boundary),
  screen(`import type { User } from "@remote-assist/core"\nexport type Row = User\n`, boundary),
  screen(use("../../view/View.ts")),
  screen(use("../../keymap/Keys.ts")),
  engine(use("@remote-assist/core")),
  engine(use("../view/View.ts"), boundary),
  engine(use("../renderers/screen/draw.ts"), boundary),
  keymap(use("@remote-assist/core/Session"), boundary),
  keymap(use("../renderers/screen/draw.ts"), boundary),

  e2e(use("@remote-assist/http-mock")),
  e2e(use("@remote-assist/http-mock/World"), boundary),
  e2e(use("@remote-assist/tui"), boundary),
  scenario(use("../../../http-mock/src/World.ts"), boundary),
  scenario(use("../../src/Scenario.ts")),

  at("packages/core/src/a.ts", use("./b.ts"), "import(no-cycle)"),
  at("packages/core/src/b.ts", use("./a.ts"), "import(no-cycle)"),

  ...["effect", "effect/http", "effect/http-api", "effect/cli", "effect/schema", "@effect/platform-node"].map(
    (barrel) => coreTest(use(barrel), boundary)
  ),
  ...["effect/Effect", "effect/http/HttpClient", "effect/http-api/HttpApi", "effect/testing/TestClock"].map((module) =>
    core(use(module))
  ),
  core(`import "effect/schema/SchemaJITCompiler/enable"\n`),
  mock(use("effect/http/HttpRouter")),
  mock(use("@effect/platform-node/NodeRuntime")),
  tui(use("effect/http/HttpClient"), boundary),
  tuiTest(use("effect/http/HttpClient")),
  scenario(use("effect/http-api/HttpApiClient"), boundary),

  core(`export const now = Date.now()\n`, determinism),
  core(`export const now = new Date()\n`, determinism),
  core(`export const start = new Date("2026-01-01")\n`),
  tui(`export const dice = Math.random()\n`, determinism),
  mockTest(`export const now = Date.now()\n`),

  core(`export const read = async () => 1\n`, effectOnly),
  scenario(`export function* all() {\n  try {\n    yield 1\n  } finally {\n    yield 2\n  }\n}\n`, effectOnly),
  tui(`export const read = async () => 1\n`),
  mockTest(`export const read = async () => 1\n`),

  core(`export const x: any = 1\n`, "typescript(no-explicit-any)"),
  core(`export const first = (xs: string[]) => xs[0]!\n`, "typescript(no-non-null-assertion)"),
  screen(`export const id = (s: unknown) => s as string\n`, "typescript(consistent-type-assertions)"),
  core(`export const roles = ["admin", "user"] as const\n`),
  core(
    `// oxlint-disable-next-line typescript/no-explicit-any -- the platform's own signature\nexport const x: any = 1\n`
  ),
  core(`// oxlint-disable-next-line typescript/no-explicit-any\nexport const x: any = 1\n`, "project(disable-reason)"),
  mock(
    `const save = () => Promise.resolve()\nexport const run = () => {\n  save()\n}\n`,
    "typescript(no-floating-promises)"
  )
]
