import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { onTestFinished } from "vitest"

import { startEmulator } from "../../../src/library/promise.ts"
import type { WorldFile } from "../../../src/library/promise.ts"
import { runProcess } from "../../support/command.ts"

/** Where files of a test are, as long as it runs. */
export const folder = async () => {
  const path = await mkdtemp(join(tmpdir(), "import-"))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

/** Runs the command import on files of these texts, in a folder of their own. */
export const importing = async (
  texts: Readonly<Record<string, string | Uint8Array>>,
  args: ReadonlyArray<string> = []
) => {
  const cwd = await folder()
  for (const [name, text] of Object.entries(texts)) await writeFile(join(cwd, name), text)
  const out = join(cwd, "world.json")
  const ended = await runProcess(["import", ...Object.keys(texts), "--out", "world.json", ...args], { cwd })
  const text = ended.code === 0 ? await readFile(out, "utf8") : ""
  return { ...ended, cwd, out, text, world: (text === "" ? {} : JSON.parse(text)) as WorldFile }
}

/** All entries of a list of an emulator of a world, as the service shows them. */
export const listsOf = async (options: Parameters<typeof startEmulator>[0]) => {
  await using emulator = await startEmulator(options)
  const { baseUrl, demo, fetch } = emulator
  const headers = { "x-service-api-key": demo.apiKey, "content-type": "application/json" }
  const logIn = await fetch(`${baseUrl.us}/api/v1r1/auth`, {
    method: "POST",
    headers,
    body: JSON.stringify({ email: demo.email, password: demo.password })
  })
  const { token } = (await logIn.json()) as { readonly token: string }
  const list = async (name: string) => {
    const url = `${baseUrl.us}/api/v1r1/enterprise/${name}?page_size=100`
    const answer = await fetch(url, { headers: { ...headers, authorization: token } })
    return ((await answer.json()) as { readonly entries: ReadonlyArray<Record<string, unknown>> }).entries
  }
  return { users: await list("users"), pods: await list("pods") }
}
