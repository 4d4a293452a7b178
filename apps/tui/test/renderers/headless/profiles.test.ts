import { chmod, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"

import { describe, expect, test } from "vitest"

import { remoteAssist } from "../../support/command.ts"
import { home } from "../../support/home.ts"
import { service } from "../../support/service.ts"
import { profilesFile, secret, us } from "./profiles.ts"

describe("profiles", () => {
  const two = profilesFile(
    { live: { ...us, email: "ada@example.com" }, test: { ...us, region: "eu", readOnly: true } },
    "live"
  )

  test("lists and shows profiles without secrets", async () => {
    const { env, profiles, secrets, write } = await home()
    await write(profiles, two)
    await write(secrets("live"), { apiKey: secret, password: `${secret}-too` })
    const outputs = await Promise.all(
      [["list"], ["list", "--json"], ["show"], ["show", "live", "--json"], ["show", "test"]].map((args) =>
        remoteAssist(["profiles", ...args], { env })
      )
    )
    for (const { code, stderr, stdout } of outputs) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      expect(stdout).not.toContain(secret)
    }
    const [table, list, shown, json, other] = outputs.map(({ stdout }) => stdout)
    expect(table).toMatch(/^NAME +DEFAULT +REGION.*\nlive +yes +us/)
    expect(JSON.parse(list ?? "")).toMatchObject([
      { name: "live", default: true },
      { name: "test", read_only: true }
    ])
    expect(shown).toContain("live, the default")
    expect(JSON.parse(json ?? "")).toMatchObject({ secrets: ["apiKey", "password"], session: false })
    expect(other).toContain("Read-only  yes")
  })

  test("sets the default profile, and removes a profile with its secrets", async () => {
    const { env, files, profiles, read, secrets, write } = await home()
    await write(profiles, two)
    await write(secrets("live"), { apiKey: secret })
    expect(await remoteAssist(["profiles", "use", "test"], { env })).toMatchObject({ code: 0 })
    expect(await read(profiles)).toMatchObject({ default: "test" })
    expect(await remoteAssist(["profiles", "remove", "live"], { env })).toMatchObject({ code: 0 })
    expect(Object.keys(((await read(profiles)) as typeof two).profiles)).toEqual(["test"])
    expect(await files()).toEqual([profiles])
  })

  test.each(["show", "use", "remove"])("rejects an unknown profile for %s", async (verb) => {
    const { env, profiles, write } = await home()
    await write(profiles, two)
    expect(await remoteAssist(["profiles", verb, "nope"], { env })).toMatchObject({
      code: 1,
      stdout: "",
      stderr: `There is no profile nope in ${profiles}. Profiles are live, test. To create one, run remote-assist profiles set.\n`
    })
  })

  test("names the profile in the advice to log in", async () => {
    const { env, profiles, secrets, write } = await home()
    await write(profiles, profilesFile({ live: us, test: { ...us, region: "eu" } }, "live"))
    await write(secrets("test"), { apiKey: secret })
    const { code, stderr } = await remoteAssist(["users", "list", "--profile", "test"], { env })
    expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining("login --profile test, or set") })
  })

  test.each([
    ["{\n}}", "it is not JSON from line 2, column 2. Correct the file, or remove it."],
    ["[]", 'it is not an object such as {"profiles": {}}. Correct'],
    [profilesFile({ live: { ...us, region: "mars" } }), 'profiles.live.region: expected "us" | "eu"'],
    [profilesFile({ live: { ...us, apiKey: secret } }), "profiles.live.apiKey: unknown field"],
    [profilesFile({ live: { region: "us", baseUrl: "us" } }), "profiles.live.baseUrl: it must be an address"],
    [profilesFile({ "../live": us }), "is not a valid name for a profile"]
  ])("reports the error of invalid profiles: %j", async (content, sentence) => {
    const { env, profiles, write } = await home()
    await write(profiles, content)
    const { code, stderr, stdout } = await remoteAssist(["users", "list"], { env })
    expect(stderr).toContain(sentence)
    expect(stderr).not.toContain(secret)
    expect(stderr.trim().split("\n")).toHaveLength(1)
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
  })
})

describe("a profile", () => {
  const profile = async () => {
    const { env, requests } = await service(4)
    const own = await home()
    await own.write(
      own.profiles,
      profilesFile({ live: { region: "us", baseUrl: env.REMOTE_ASSIST_US_URL, email: env.REMOTE_ASSIST_EMAIL } })
    )
    await own.write(own.secrets("live"), { apiKey: env.REMOTE_ASSIST_API_KEY, password: env.REMOTE_ASSIST_PASSWORD })
    return { ...own, service: env, requests }
  }

  const list = ["users", "list", "--limit", "1", "--columns", "id"]

  test("has all settings that a command needs", async () => {
    const { env } = await profile()
    const listed = { code: 0, stdout: '{"id":101}\n', stderr: "" }
    expect(await remoteAssist([...list, "--profile", "live"], { env })).toMatchObject(listed)
    expect(await remoteAssist(list, { env: { ...env, REMOTE_ASSIST_PROFILE: "live" } })).toMatchObject(listed)
  })

  test("overrides the environment only if a flag names it", async () => {
    const { env } = await profile()
    const other = {
      ...env,
      REMOTE_ASSIST_REGION: "us",
      REMOTE_ASSIST_US_URL: "http://127.0.0.1:1",
      REMOTE_ASSIST_API_KEY: "k",
      REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: "of-another"
    }
    expect(await remoteAssist([...list, "--profile", "live"], { env: other })).toMatchObject({ code: 0 })
    const named = await remoteAssist(list, { env: { ...other, REMOTE_ASSIST_PROFILE: "live" } })
    expect(named).toMatchObject({ code: 4 })
    expect(named.stderr).toContain("http://127.0.0.1:1")
  })

  test("by default gives way to a file with an address", async () => {
    const { env, folder, service, write } = await profile()
    const lines = Object.entries({ ...service }).filter(([name]) => /_(?:US_URL|API_KEY|EMAIL|PASSWORD)$/.test(name))
    await write(`${folder}/live.env`, ["REMOTE_ASSIST_REGION=us", ...lines.map((line) => line.join("="))].join("\n"))
    const { stdout } = await remoteAssist(["session", "show", "--json", "--config", `${folder}/live.env`], { env })
    expect(JSON.parse(stdout)).toMatchObject({ who: service.REMOTE_ASSIST_EMAIL, profile: null })
  })

  test("does not override the file of --config", async () => {
    const { env, folder, write } = await profile()
    await write(
      `${folder}/live.env`,
      "REMOTE_ASSIST_US_URL=http://127.0.0.1:1\nREMOTE_ASSIST_API_KEY=k\nREMOTE_ASSIST_PERSONAL_ACCESS_TOKEN=t"
    )
    const { code, stderr } = await remoteAssist([...list, "--profile", "live", "--config", `${folder}/live.env`], {
      env
    })
    expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining("http://127.0.0.1:1") })
  })

  test("sends its secrets to no other address", async () => {
    const { env, requests } = await profile()
    const { REMOTE_ASSIST_US_URL: elsewhere } = (await service(4)).env
    const { code, stderr } = await remoteAssist([...list, "--profile", "live"], {
      env: { ...env, REMOTE_ASSIST_EU_URL: elsewhere, REMOTE_ASSIST_REGION: "eu" }
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    const other = await remoteAssist([...list, "--profile", "live", "--region", "eu"], {
      env: { ...env, REMOTE_ASSIST_EU_URL: elsewhere }
    })
    expect(other).toMatchObject({ code: 1, stdout: "" })
    expect(other.stderr).toContain("REMOTE_ASSIST_API_KEY is missing")
    expect(requests.length).toBeGreaterThan(0)
  })

  test("sends its secrets to no other address after its file was edited", async () => {
    const { env, profiles, requests, secrets, service: given, write } = await profile()
    await write(secrets("live"), {
      region: "us",
      baseUrl: "https://us.example.com/api",
      apiKey: secret,
      password: secret
    })
    const { code, stderr } = await remoteAssist([...list, "--profile", "live"], { env })
    expect(stderr).toContain("REMOTE_ASSIST_API_KEY is missing")
    expect({ code, requests }).toEqual({ code: 1, requests: [] })
    const shown = await remoteAssist(["profiles", "show", "live", "--json"], { env })
    expect(JSON.parse(shown.stdout)).toMatchObject({ secrets: [] })
    await write(profiles, profilesFile({ live: { ...us, email: given.REMOTE_ASSIST_EMAIL } }))
    const again = await remoteAssist(["profiles", "show", "live", "--json"], { env })
    expect(JSON.parse(again.stdout)).toMatchObject({ secrets: ["apiKey", "password"] })
  })

  test("is rejected if other users can read its secrets", async () => {
    const { env, requests, secrets } = await profile()
    await chmod(secrets("live"), 0o644)
    const { code, stderr } = await remoteAssist([...list, "--profile", "live"], { env })
    expect(stderr).toBe(
      `Other users can read the secrets in ${secrets("live")} (mode 0644). Run chmod 600 '${secrets("live")}'.\n`
    )
    expect(code).toBe(1)
    expect(requests).toEqual([])
  })

  test("is rejected for a demo, as other sources of settings are", async () => {
    const { env, secrets } = await profile()
    const file = join(dirname(secrets("live")), "live.env")
    await writeFile(file, "REMOTE_ASSIST_REGION=us")
    for (const [flag, value] of [
      ["--profile", "live"],
      ["--config", file],
      ["--region", "eu"]
    ] as const)
      expect(await remoteAssist([...list, flag, value, "--demo"], { env })).toMatchObject({
        code: 1,
        stderr: `--demo and ${flag} cannot be combined. Leave one out.\n`
      })
    expect(await remoteAssist([...list, "--demo"], { env })).toMatchObject({ code: 0 })
  })
})
