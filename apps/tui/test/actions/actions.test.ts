import { describe, expect, test } from "vitest"

import { resources } from "../../src/resources/resources.ts"
import { agent } from "../support/agent.ts"
import { remoteAssist } from "../support/command.ts"
import { home } from "../support/home.ts"
import { service } from "../support/service.ts"
import { argumentsOf, inputOf, queries, registered, wordsOf } from "./registered.ts"
import { answer, open, prepare } from "./screen.ts"
import * as Sent from "./Sent.ts"
import { isChange } from "./Sent.ts"
import { canary, formValues } from "./values.ts"

const withoutQuery = (line: string) => line.replace(/\?.*$/, "")

const barred = { name: "live-eu", readOnly: "the profile live-eu is read-only" }

/** A service for changes, and one with a read-only profile. */
const served = async () => {
  const [done, dry] = [await service(4), await service(4)]
  const own = await home()
  const live = { region: "us", baseUrl: dry.env.REMOTE_ASSIST_US_URL, readOnly: true }
  await own.write(own.profiles, { profiles: { "live-eu": live } })
  return {
    done,
    dry,
    env: { ...done.env, REMOTE_ASSIST_REGION: "us" },
    safe: { ...own.env, ...dry.env, REMOTE_ASSIST_REGION: "us" }
  }
}

test("every action has test values, and nothing else has", () => {
  expect(Object.keys(formValues).toSorted(), "add the action to values.ts").toEqual(
    [...registered, ...queries].map(({ name }) => name).toSorted()
  )
})

test("every resource that an action says to be shown in is there", () => {
  const names = new Set(resources.map(({ name }) => name))
  const definitions = resources.flatMap(({ actions, forms = [] }) =>
    [...actions, ...forms].flatMap(({ shownIn = [] }) => shownIn)
  )
  expect(definitions).toContain("pods")
  expect(definitions.filter((name) => !names.has(name))).toEqual([])
})

describe.each(registered)("$name", (action) => {
  const { before, fields, form, isFinal, isGuarded, isUndone, keys, label, mails, name, resource, row, verb, word } =
    action
  const asks = isFinal || form !== undefined
  const ways = [...keys.map((key) => [key]), [":", word, "enter"]]

  const sentBy = async (way: ReadonlyArray<string>) => {
    const program = await open(action)
    await program.press(...way)
    await answer(program, action)
    expect(asks ? program.changes() : []).toEqual([])
    if (asks) await program.press("enter")
    await program.see(/✓ \D/)
    const [change, ...others] = program.changes()
    expect(others).toEqual([])
    expect(program.text()).not.toContain(canary)
    sent ??= change
    return program
  }

  let sent: Sent.Sent | undefined

  /** The request of the screen, which the first test that needs it sends. */
  const sentByScreen = async () => {
    if (sent === undefined) await sentBy([keys[0] ?? ""])
    return sent ?? expect.fail("the screen sent nothing")
  }

  test(`${isUndone ? "can" : "cannot"} be undone`, async () => {
    const { changes, press, see } = await sentBy([keys[0] ?? ""])
    // from what comes next, where something does
    await press("esc", "z")
    await see(isUndone ? "✓ Undone: " : "No change can be undone.")
    expect(changes()).toHaveLength(isUndone ? 2 : 1)
  })

  test("sends one request by each of its keys and by its word, the same", async () => {
    const request = await sentByScreen()
    for (const way of ways.slice(1)) expect((await sentBy(way)).changes()).toEqual([request])
  })

  test("asks before a final action, and changes nothing without an answer", async () => {
    const { changes, press, see, seeNo, text } = await open(action)
    await press(keys[0] ?? "")
    await see(isFinal ? `${row?.name} permanently?` : /✓ \D|⏎ (?:next field|send)/)
    expect(text().includes("permanently?")).toBe(isFinal)
    // with nothing to fill in or to type, Enter is the answer
    const isAnswer = !isFinal && Object.keys(fields).length === 0
    await press(...(asks && !isAnswer ? ["enter"] : []), "esc")
    await seeNo("to confirm.")
    expect(changes()).toHaveLength(asks ? 0 : 1)
  })

  test("is refused in a read-only profile, by key and by word, and hinted at by neither", async () => {
    const { changes, press, see, seeNo, text } = await open(action, { profile: barred })
    for (const way of ways) {
      expect(text()).not.toContain(`${keys[0]} ${label}`)
      await press(...way)
      await see("Nothing was done: the profile live-eu is read-only.")
      await seeNo("⏎ next field", "to confirm.")
      expect(changes()).toEqual([])
      await press("esc")
      await seeNo("Nothing was done")
    }
  })

  test("is a command, and sends nothing of it dry, for curl or in a read-only profile", async () => {
    const { done, dry, env, safe } = await served()
    if (before !== undefined) await prepare(done.env.REMOTE_ASSIST_US_URL, before)
    done.requests.length = 0
    const words = wordsOf(action)
    const input = inputOf(action)
    const profile = ["--profile", "live-eu"]
    const [real, dryRun, curl, refused, dryLive] = await Promise.all([
      remoteAssist([...words, "--json"], { env, input }),
      remoteAssist([...words, "--dry-run", "--json"], { env: safe, input }),
      remoteAssist([...words, "--curl"], { env: safe, input }),
      remoteAssist([...words, ...profile], { env: safe, input }),
      remoteAssist([...words, "--dry-run", "--json", ...profile], { env: safe, input })
    ])

    expect(real).toMatchObject({ code: 0, stderr: "" })
    expect(JSON.parse(real.stdout)).toMatchObject({ action: name, outcome: "done" })
    expect(real.stdout.replace('"token":"<redacted>"', "")).not.toMatch(/"token"|pat-|contact-\d/)
    expect(real.stdout.includes('"token":"<redacted>"')).toBe(name === "pat.create")
    expect(refused).toEqual({
      code: 2,
      signal: null,
      stdout: "",
      stderr: "Nothing was done: the profile live-eu is read-only.\n"
    })
    for (const each of [dryRun, curl, dryLive]) {
      expect(each).toMatchObject({ code: 0, stderr: "" })
      expect(each.stdout).not.toMatch(new RegExp(`${canary}|contact-\\d`))
    }
    expect(curl.stdout.includes('"authorization: $REMOTE_ASSIST_TOKEN"')).toBe(resource.isPublic !== true)
    expect(curl.stdout).not.toContain(dry.env.REMOTE_ASSIST_API_KEY)
    expect(dry.requests.filter(isChange)).toEqual([])

    const request = await sentByScreen()
    expect(done.requests.filter(isChange).map(withoutQuery)).toEqual([`${request.method} ${request.path}`])
    const isAlone = resource.isPublic === true && resource.group === undefined
    expect(done.requests.length === 1 || resource.group !== undefined).toBe(isAlone || resource.group !== undefined)
    expect(Sent.masked([Sent.ofDry(dryRun.stdout), Sent.ofCurl(curl.stdout), Sent.ofDry(dryLive.stdout)])).toEqual(
      Sent.masked([request, request, request])
    )
  })

  test.runIf(action.isTool)("is a tool that sends the same request, and none in a read-only profile", async () => {
    const { bodies, env: base, requests } = await service(4)
    const env = { ...base, REMOTE_ASSIST_REGION: "us" }
    const flags = ["--allow", "reversible,mails,final", "--yes"]
    const tool = name.replaceAll(/\W/g, "_")
    const barred = await agent([...flags, "--read-only"], { env })
    expect(await barred.refusal(tool, argumentsOf(action))).toBe("Nothing was done: --read-only is given.")
    expect(requests.filter(isChange)).toEqual([])

    if (before !== undefined) await prepare(env.REMOTE_ASSIST_US_URL, before)
    requests.length = bodies.length = 0
    const { data } = await agent(flags, { env })
    expect(await data(tool, argumentsOf(action))).toMatchObject({ action: name, outcome: "done" })
    const request = await sentByScreen()
    const changes = requests.flatMap((line, at) =>
      isChange(line) ? [{ line: line.replace(/\?.*/, ""), body: bodies[at] }] : []
    )
    expect(changes).toEqual([
      {
        line: expect.stringMatching(new RegExp(`^${request.method} ${request.path}(?:\\?|$)`)),
        body: request.body === undefined ? "" : JSON.stringify(request.body)
      }
    ])
  })

  test.runIf(mails)("sends no e-mail without --yes and without a terminal", async () => {
    const { env, requests } = await service(4)
    const words = wordsOf(action).filter((each) => each !== "--yes")
    const ended = await remoteAssist(words, { env: { ...env, REMOTE_ASSIST_REGION: "us" }, input: inputOf(action) })
    expect(ended).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("Give --yes") })
    expect(requests).toEqual([])
  })

  test.runIf(isGuarded && resource.name === "users")("changes nothing of one's own account without --yes", async () => {
    const { env, requests } = await service(4)
    const words = resource.group === undefined ? [resource.name] : [resource.group.name, resource.name]
    const ended = await remoteAssist([...words, verb, "ada@example.com"], {
      env: { ...env, REMOTE_ASSIST_REGION: "us" }
    })
    expect(ended).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("Give --yes") })
    expect(requests.filter(isChange)).toEqual([])
  })
})

describe.each(queries.filter(({ name }) => name.startsWith("tokens.")))("$name", (query) => {
  const { keys, resource, word } = query
  const ways = [...keys.map((key) => [key]), [":", word, "enter"]]

  const askedBy = async (way: ReadonlyArray<string>, options: Parameters<typeof open>[1] = {}) => {
    const program = await open(query, options)
    await program.press(...way)
    await answer(program, query)
    expect(program.asked()).toEqual([])
    await program.press("enter")
    await program.see("R refresh")
    expect(program.text()).not.toContain(canary)
    return program
  }

  test("asks once by each of its keys and by its word, the same, in a read-only profile as well", async () => {
    for (const options of [{}, { profile: barred }])
      for (const way of ways) {
        const { asked: flags, changes } = await askedBy(way, options)
        expect(flags()).toEqual([{ method: "GET", path: `/v1/token/${query.verb}`, body: undefined }])
        expect(changes()).toEqual([])
      }
  })

  test("asks once more with R, and nothing once it is left", async () => {
    const { asked: flags, press, see, seeNo } = await askedBy([keys[0] ?? ""])
    await press("R")
    await expect.poll(() => flags().length).toBe(2)
    await press("esc")
    await seeNo("Esc close")
    await see(resource.title)
  })

  test("is a command, in a read-only profile as well, and sends nothing of it dry or for curl", async () => {
    const { dry, env, safe } = await served()
    const words = wordsOf(query)
    const input = inputOf(query)
    const [real, dryRun, curl, live] = await Promise.all([
      remoteAssist([...words, "--json"], { env, input }),
      remoteAssist([...words, "--dry-run", "--json"], { env: safe, input }),
      remoteAssist([...words, "--curl"], { env: safe, input }),
      remoteAssist([...words, "--dry-run", "--json", "--profile", "live-eu"], { env: safe, input })
    ])
    expect(real.code).toBe(2)
    expect(JSON.parse(real.stdout)).toMatchObject({ service: null })
    for (const { stderr, stdout } of [real, dryRun, curl, live]) expect(stdout + stderr).not.toContain(canary)
    for (const each of [dryRun, curl, live]) expect(each).toMatchObject({ code: 0, stderr: "" })
    expect(Sent.ofDry(live.stdout)).toEqual(Sent.ofDry(dryRun.stdout))
    expect(Sent.ofDry(dryRun.stdout)).toMatchObject({ method: "GET", path: `/v1/token/${query.verb}` })
    expect(dry.requests).toEqual([])
  })
})
