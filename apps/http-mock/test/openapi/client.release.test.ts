import { execFile } from "node:child_process"
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { ask, origin } from "../support/served.ts"
import { generators } from "./generators.ts"

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url))

const ofRoot = (path: string) => fileURLToPath(new URL(`../../../../node_modules/${path}`, import.meta.url))

const compiler = createRequire(import.meta.resolve("swagger-typescript-api")).resolve("typescript")

// some generators write code with the compiler's own interface, which TypeScript 7 has not, and take any that they find
const hook = `import { registerHooks } from "node:module"
registerHooks({ resolve: (name, context, next) => next(name === "typescript" ? ${JSON.stringify(pathToFileURL(compiler).href)} : name, context) })`

const bounds = "--max-old-space-size=1024"

/** Runs a program of Node to its end, within bounds; what it wrote, or why it failed. */
const node = (cwd: string, args: ReadonlyArray<string>, options: ReadonlyArray<string> = []) =>
  new Promise<string>((resolve) => {
    const env = { ...process.env, NO_COLOR: "1", NODE_OPTIONS: [bounds, ...options].join(" ") }
    execFile(process.execPath, [...args], { cwd, env, timeout: 60_000 }, (error, out, err) =>
      resolve(error === null ? out : `${out}${err}${error.message}`)
    )
  })

const programOf = (baseUrl: string, program: string) => `
const baseUrl: string = ${JSON.stringify(baseUrl)}
const key = { "x-service-api-key": "demo-api-key" }
const fail = (what: string, status: number | undefined) => new Error(what + " answered " + status)
${program}
const names: ReadonlyArray<string | undefined> = users.entries.map(({ username }) => username)
const total: number = users.total_entries
console.log(JSON.stringify({ names, total, session, other, refused, baseUrl }))
`

const settings = {
  compilerOptions: {
    target: "ES2024",
    module: "ESNext",
    moduleResolution: "bundler",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    lib: ["ES2024", "DOM", "DOM.Iterable"],
    types: ["node"],
    typeRoots: [ofRoot("@types")]
  },
  include: ["program.ts"]
}

const temporary = Effect.acquireRelease(
  Effect.promise(async () => {
    const folder = await mkdtemp(join(tmpdir(), "generated-client-"))
    await symlink(modules, join(folder, "node_modules"))
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }))
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings))
    await writeFile(join(folder, "hook.mjs"), hook)
    return folder
  }),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

const sourcesOf = async (folder: string) => {
  const names = await readdir(folder, { recursive: true })
  const sources = names.filter((name) => /^client\b.*\.ts$/.test(name))
  return (await Promise.all(sources.map((name) => readFile(join(folder, name), "utf8")))).join("\n")
}

layer(Emulator.layerServer({ port: 0 }))("a client generated from the document", (it) => {
  it.effect.each(generators)(
    "type-checks, logs in, lists users and reads a call: $name",
    ({ command: [file, ...args], files = {}, program, version }) =>
      Effect.gen(function* () {
        const folder = yield* temporary
        const baseUrl = `${yield* origin}/us/api`
        const document = yield* ask(`/__mock/openapi.json?version=${version}`)
        yield* Effect.promise(async () => {
          await writeFile(join(folder, "openapi.json"), await document.text())
          for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
          const result = await node(
            folder,
            [join(modules, file), ...args],
            [`--import=${pathToFileURL(join(folder, "hook.mjs")).href}`]
          )
          assert.notInclude(result, "Error", result)
          const sources = await sourcesOf(folder)
          assert.isNotEmpty(sources, result)
          assert.notInclude(sources, "@deprecated")
          await writeFile(join(folder, "program.ts"), programOf(baseUrl, program))
          assert.strictEqual(await node(folder, [ofRoot("typescript/bin/tsc"), "-p", "."]), "")
          await node(folder, [ofRoot("rolldown/bin/cli.mjs"), "program.ts", "--platform", "node", "-o", "program.mjs"])
          const out = await node(folder, ["program.mjs"])
          assert.deepStrictEqual(
            JSON.parse(out),
            {
              names: ["ada", "grace"],
              total: 4,
              session: "call_00000000-0000-4000-8000-000000000001",
              other: 401,
              baseUrl
            },
            out
          )
        })
      }),
    120_000
  )
})
