import { describe, expect, test } from "vitest"

import { remoteAssist } from "../support/command.ts"
import { home } from "../support/home.ts"
import { service } from "../support/service.ts"
import { given } from "./given.ts"
import { registered, wordsOf } from "./registered.ts"
import { answer, open } from "./screen.ts"
import * as Sent from "./Sent.ts"

const isChange = (line: string) => !/^GET|\/o?auth/.test(line)

const barred = { name: "live-eu", readOnly: "the profile live-eu is read-only" }

test("every action is given something to be done with, and nothing else is", () => {
  expect(Object.keys(given).toSorted()).toEqual(registered.map(({ name }) => name).toSorted())
})

describe.each(registered)("$name", (action) => {
  const { form, isFinal, isGuarded, isUndone, keys, label, name, resource, row, verb } = action
  const asks = isFinal || form !== undefined
  const ways = [...keys.map((key) => [key]), [":", verb, "enter"]]

  const sentBy = async (way: ReadonlyArray<string>) => {
    const program = await open(action)
    await program.press(...way)
    await answer(program, action)
    expect(asks ? program.changes() : []).toEqual([])
    if (asks) await program.press("enter")
    await program.see("✓")
    expect(program.changes()).toHaveLength(1)
    return program
  }

  test("sends one request by each of its keys and by its word, the same", async () => {
    const sent = []
    for (const way of ways) sent.push((await sentBy(way)).changes())
    expect(new Set(sent.map((each) => JSON.stringify(each))).size).toBe(1)
  })

  test(`${isUndone ? "can" : "cannot"} be taken back`, async () => {
    const { changes, press, see } = await sentBy([keys[0] ?? ""])
    await press("z")
    await see(isUndone ? "✓ Undone: " : "Nothing to undo.")
    expect(changes()).toHaveLength(isUndone ? 2 : 1)
  })

  test("asks where it is final, and does nothing without an answer", async () => {
    const { changes, press, see, seeNo, text } = await open(action)
    await press(keys[0] ?? "")
    await see(isFinal ? `${row?.name} for good?` : /✓|⏎ next field/)
    expect(text().includes("for good?")).toBe(isFinal)
    await press("enter", "esc")
    await seeNo("to confirm.")
    expect(changes()).toHaveLength(asks ? 0 : 1)
  })

  test("is refused in a read-only profile, by key and by word, and hinted at by neither", async () => {
    for (const way of ways) {
      const { changes, press, see, seeNo, text } = await open(action, { profile: barred })
      expect(text()).not.toContain(` ${label} `)
      await press(...way)
      await see("Nothing was done: the profile live-eu is read-only.")
      await seeNo("⏎ next field", "to confirm.")
      expect(changes()).toEqual([])
    }
  })

  test("is a command, and sends nothing of it dry, for curl or in a read-only profile", async () => {
    const [done, dry] = [await service(4), await service(4)]
    const env = { ...done.env, REMOTE_ASSIST_REGION: "us" }
    const own = await home()
    const live = { region: "us", baseUrl: dry.env.REMOTE_ASSIST_US_URL, readOnly: true }
    await own.write(own.profiles, { profiles: { "live-eu": live } })
    const safe = { env: { ...own.env, ...dry.env, REMOTE_ASSIST_REGION: "us" } }
    const words = wordsOf(action)
    const profile = ["--profile", "live-eu"]
    const [real, said, curl, refused, saidLive] = await Promise.all([
      remoteAssist([...words, "--json"], { env }),
      remoteAssist([...words, "--dry-run", "--json"], safe),
      remoteAssist([...words, "--curl"], safe),
      remoteAssist([...words, ...profile], safe),
      remoteAssist([...words, "--dry-run", "--json", ...profile], safe)
    ])

    expect(real).toMatchObject({ code: 0, stderr: "" })
    expect(JSON.parse(real.stdout)).toMatchObject({ action: name, outcome: "done" })
    expect(real.stdout).not.toContain('"token"')
    expect(refused).toEqual({
      code: 2,
      signal: null,
      stdout: "",
      stderr: "Nothing was done: the profile live-eu is read-only.\n"
    })
    for (const each of [said, curl, saidLive]) expect(each).toMatchObject({ code: 0, stderr: "" })
    expect(curl.stdout).toContain('"authorization: $REMOTE_ASSIST_TOKEN"')
    expect(curl.stdout).not.toContain(dry.env.REMOTE_ASSIST_API_KEY)
    expect(dry.requests).toEqual([])

    const [request] = (await sentBy([keys[0] ?? ""])).changes()
    expect(done.requests.filter(isChange)).toEqual([`${request?.method} ${request?.path}`])
    expect([Sent.ofDry(said.stdout), Sent.ofCurl(curl.stdout), Sent.ofDry(saidLive.stdout)]).toEqual([
      request,
      request,
      request
    ])
  })
  test.runIf(isGuarded)("changes nothing of one's own account without --yes", async () => {
    const { env, requests } = await service(4)
    const ended = await remoteAssist([resource.name, verb, "ada@example.com"], {
      env: { ...env, REMOTE_ASSIST_REGION: "us" }
    })
    expect(ended).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("Give --yes") })
    expect(requests.filter(isChange)).toEqual([])
  })
})
