import { readdir } from "node:fs/promises"

import type * as Command from "effect/cli/Command"
import { describe, expect, test } from "vitest"

import { commands } from "../../../src/renderers/headless/commands.ts"
import { remoteAssist, shell } from "../../support/command.ts"
import { home } from "../../support/home.ts"
import { service } from "../../support/service.ts"

interface Described {
  readonly path: string
  readonly examples: ReadonlyArray<string>
}

const within = (command: Command.Command.Any, parents: ReadonlyArray<string>): ReadonlyArray<Described> => {
  const path = [...parents, command.name]
  const children = command.subcommands.flatMap(({ commands }) => commands)
  return [
    { path: path.join(" "), examples: command.examples.map(({ command }) => command) },
    ...children.flatMap((child) => within(child, path))
  ]
}

const all = commands.filter(({ unlisted }) => !unlisted).flatMap((command) => within(command, []))

// what is of no demo: there, of an emulator that goes on, or in files
const isOfDemo = ({ path }: Described) => !/^(?:log(?:in|out)|profiles)\b/.test(path)

test.each(all)("the help of $path has an example", async ({ examples, path }) => {
  expect(examples).not.toEqual([])
  const { stdout } = await remoteAssist([...path.split(" "), "--help"])
  for (const example of examples) expect(stdout).toContain(example)
})

describe.each(all.filter(isOfDemo))("of $path", ({ examples }) => {
  test.each(examples)("%s works", async (example) => {
    const { folder } = await home()
    const line = example.replace(/^remote-assist/, "$RA").replace(/\b(?=\w+\.csv$)/, `${folder}/`)
    expect(await shell(`${line} --demo`)).toMatchObject({ code: 0, stderr: expect.stringMatching(/^(?:\d+ .*)?$/s) })
    expect(await readdir(folder)).toHaveLength(example.endsWith(".csv") ? 1 : 0)
  })
})

test("those that keep something work one after the other", async () => {
  const { env: given } = await service(4)
  const { REMOTE_ASSIST_PASSWORD: password, REMOTE_ASSIST_API_KEY: key, REMOTE_ASSIST_US_URL: url } = given
  const { env } = await home()
  const options = {
    env: { ...env, KEY: key, TOKEN: "pat-demo-ada", REMOTE_ASSIST_EU_URL: url },
    input: `${password}\n`
  }
  const order = ["profiles set", "profiles use", "profiles show", "profiles list", "login", "logout", "profiles remove"]
  const kept = order.flatMap((path) => all.filter((described) => described.path === path))
  expect(kept).toHaveLength(all.filter((described) => !isOfDemo(described) && described.path !== "profiles").length)
  for (const example of kept.flatMap(({ examples }) => examples)) {
    const line = example.replace("remote-assist", "$RA").replace("https://eu.example.com", url)
    expect({ example, ...(await shell(line, options)) }).toMatchObject({ example, code: 0, stderr: "" })
  }
})
