import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { ask } from "../support/served.ts"

const run = promisify(execFile)

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url))

const generator = join(modules, "oazapfts/dist/cli.js")

const compiler = fileURLToPath(new URL("../../../../node_modules/typescript/bin/tsc", import.meta.url))

// what somebody would write who has only the document
const program = `
import { authLogInV1R1, callsRead, defaults, enterpriseUsersList } from "./client.ts"
import type { Call, EnterpriseUserPage, ErrorText } from "./client.ts"

const fail = (what: string, answer: { readonly status: number }): never => {
  throw new Error(what + " answered " + answer.status)
}

const key = { "x-service-api-key": "demo-api-key" }
const loggedIn = await authLogInV1R1({ email: "ada", password: "correct-horse" }, { headers: key })
if (loggedIn.status !== 200) throw fail("log-in", loggedIn)
defaults.headers = { ...key, authorization: loggedIn.data.token }

const listed = await enterpriseUsersList({ page: 1, pageSize: 2 })
if (listed.status !== 200) throw fail("the list", listed)
const users: EnterpriseUserPage = listed.data

const read = await callsRead("call_00000000-0000-4000-8000-000000000001")
if (read.status !== 200) throw fail("the call", read)
const call: Call = read.data

const others = await callsRead("call_00000000-0000-4000-8000-000000000004")
const refused: ErrorText | undefined = others.status === 403 ? others.data : undefined

const total: number = users.total_entries
console.log(JSON.stringify({ names: users.entries.map(({ username }) => username), total, session: call.session, other: others.status, refused }))
`

const settings = {
  compilerOptions: {
    target: "ES2024",
    module: "NodeNext",
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: ["node"],
    typeRoots: [fileURLToPath(new URL("../../../../node_modules/@types", import.meta.url))]
  },
  include: ["*.ts"]
}

const temporary = Effect.acquireRelease(
  Effect.promise(async () => {
    const folder = await mkdtemp(join(tmpdir(), "generated-client-"))
    await symlink(modules, join(folder, "node_modules"))
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }))
    return folder
  }),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

layer(Emulator.layerServer({ port: 0 }))("a client that a public generator made of the document", (it) => {
  it.effect(
    "type-checks, logs in, lists users and reads a call",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporary
        const document = yield* ask("/__mock/openapi.json")
        yield* Effect.promise(async () => {
          await writeFile(join(folder, "openapi.json"), await document.text())
          await run(process.execPath, [generator, "openapi.json", "client.ts"], { cwd: folder })
          assert.notInclude(await readFile(join(folder, "client.ts"), "utf8"), "@deprecated")
          await writeFile(join(folder, "program.ts"), program)
          await writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings))
          const problems = await run(process.execPath, [compiler, "-p", "."], { cwd: folder }).catch(
            ({ stdout }: { readonly stdout: string }) => ({ stdout })
          )
          assert.strictEqual(problems.stdout, "")
          const { stdout } = await run(process.execPath, ["program.ts"], { cwd: folder })
          assert.deepStrictEqual(JSON.parse(stdout), {
            names: ["ada", "grace"],
            total: 4,
            session: "call_00000000-0000-4000-8000-000000000001",
            other: 401
          })
        })
      }),
    60_000
  )
})
