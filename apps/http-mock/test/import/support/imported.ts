import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { startEmulator } from "../../../src/library/promise.ts"
import type { WorldFile } from "../../../src/library/promise.ts"
import { run } from "../../support/command.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"

/** Runs the import command on files with these texts in a temporary folder. */
export const importing = async (
  texts: Readonly<Record<string, string | Uint8Array>>,
  args: ReadonlyArray<string> = []
) => {
  const folder = temporaryFolder()
  const inFolder = (name: string) => join(folder, name)
  for (const [name, text] of Object.entries(texts)) writeFileSync(inFolder(name), text)
  const out = inFolder("world.json")
  const ended = await run(["import", ...Object.keys(texts).map(inFolder), "--out", out, ...args])
  const text = ended.code === 0 ? readFileSync(out, "utf8") : ""
  return { ...ended, inFolder, out, text, world: (text === "" ? {} : JSON.parse(text)) as WorldFile }
}

/** All entries of a list in an emulator with this world. */
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
