import { join } from "node:path"

import { describe, expect, test } from "vitest"

import { mcp } from "../../../src/command.ts"
import { commands } from "../../../src/renderers/headless/commands.ts"
import { remoteAssist } from "../../support/command.ts"
import { filled } from "../../support/filled.ts"
import { home } from "../../support/home.ts"
import { partnerKey } from "../../support/partnerKey.ts"
import { service } from "../../support/service.ts"

interface Known {
  readonly name: string
  readonly examples: ReadonlyArray<{ readonly command: string }>
  readonly subcommands: ReadonlyArray<{ readonly commands: ReadonlyArray<Known> }>
}

interface Leaf {
  readonly path: ReadonlyArray<string>
  readonly examples: ReadonlyArray<string>
}

/** The commands that do something, with the words that lead there. */
const leaves = ({ examples, name, subcommands }: Known, before: ReadonlyArray<string> = []): ReadonlyArray<Leaf> => {
  const path = [...before, name]
  const below = subcommands.flatMap(({ commands }) => commands)
  return below.length === 0
    ? [{ path, examples: examples.map(({ command }) => command) }]
    : below.flatMap((command) => leaves(command, path))
}

/** Nobody types what the shell asks for, and a worker does not end, as `workers.test.ts` shows. */
const isTyped = ({ path }: Leaf) => path[0] !== "complete" && path[0] !== "worker"

const all: ReadonlyArray<Leaf> = [...commands, mcp].flatMap((command) => leaves(command)).filter(isTyped)

/** The files that examples name. */
const files = {
  "live.env": "",
  "site.pem": partnerKey.privateKey,
  "new-hires.csv": "name,email\nMira Novak,mira@example.com\n"
}

/** Someone with a profile, a folder and a service of their own. */
const somebody = async () => {
  const [{ env }, own] = await Promise.all([service(4, { partnerKey: partnerKey.publicKey }), home()])
  const { REMOTE_ASSIST_US_URL: baseUrl, ...secret } = env
  await filled(baseUrl)
  const profile = { region: "us", baseUrl, email: env.REMOTE_ASSIST_EMAIL }
  await own.write(own.profiles, { profiles: { "live-eu": profile, "live-us": profile } })
  for (const [name, text] of Object.entries(files)) await own.write(join(own.folder, name), text)
  return {
    env: {
      ...secret,
      REMOTE_ASSIST_US_URL: baseUrl,
      REMOTE_ASSIST_REGION: "us",
      KEY: "k",
      TOKEN: "pat-demo-ada",
      INVITE_URL: "https://invite.example/w/demo",
      ALIAS_TOKEN: "alias-demo-ada",
      CONFIRMATION_TOKEN: "confirm-demo-new",
      NEW_EMAIL_TOKEN: "confirm-demo-grace",
      ...own.env
    },
    folder: own.folder
  }
}

/** The words of a line, as a shell has them; a file is one of `folder`. */
const wordsOf = (line: string, folder: string) =>
  Array.from(
    line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ([, double, single, bare]) => double ?? single ?? bare ?? ""
  ).map((word) => (/^[\w-]+\.(?:csv|env|json|pem)$/.test(word) ? join(folder, word) : word))

const fromEcho = /^echo \$(?<variable>\w+) \| remote-assist (?<line>.*)$/
const fromHere = /^remote-assist (?<line>.*) <<< "\$(?<variable>\w+)"$/
const plain = /^remote-assist (?<line>[^$|<>]*)$/

/** An example as a shell would start it: its words, and the variable that is its input. */
const started = (example: string) => {
  const { line, variable } = [fromEcho, fromHere, plain].map((form) => form.exec(example)?.groups).find(Boolean) ?? {}
  if (line === undefined) throw new Error(`The test cannot start ${example}`)
  return { line, variable }
}

describe.each(all)("remote-assist $path", ({ examples, path }) => {
  test("has help with examples that work", async () => {
    const { env, folder } = await somebody()
    const helped = remoteAssist([...path, "--help"], { env })
    expect(examples).not.toEqual([])
    for (const example of examples) {
      expect(example).toContain(`remote-assist ${path.join(" ")}`)
      const { line, variable = "REMOTE_ASSIST_PASSWORD" } = started(example)
      const input = new Map(Object.entries<string>(env)).get(variable)
      const ended = await remoteAssist(wordsOf(line, folder), { env, input: `${input}\n` })
      expect({ example, code: ended.code, stderr: ended.stderr }).toEqual({
        example,
        code: 0,
        stderr: expect.any(String)
      })
    }
    const help = await helped
    expect(help).toMatchObject({ code: 0, stderr: "" })
    for (const example of examples) expect(help.stdout).toContain(example)
  })
})
