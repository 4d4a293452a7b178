import { mkdir } from "node:fs/promises"

import { describe, expect, test } from "vitest"

import { remoteAssist } from "../../support/command.ts"
import { home } from "../../support/home.ts"
import { profilesFile, secret, us } from "./profiles.ts"

describe("profiles set", () => {
  test("creates a profile, the first one as the default, with its key in a separate file", async () => {
    const { env, mode, profiles, read, secrets } = await home()
    const args = ["profiles", "set", "live", "--region", "us", "--base-url", "https://us.example.com", "--read-only"]
    const created = await remoteAssist([...args, "--api-key-stdin"], { env, input: `${secret}\n` })
    expect(created).toMatchObject({ code: 0, stderr: "" })
    expect(created.stdout).toContain(`stored in ${profiles} and is the default`)
    expect(await read(profiles)).toEqual(profilesFile({ live: { ...us, readOnly: true } }, "live"))
    expect(await read(secrets("live"))).toEqual({ ...us, apiKey: secret })
    expect(await mode(secrets("live"))).toBe("600")
    expect(await mode(secrets("live").replace("/live.json", ""))).toBe("700")
  })

  test("changes only the given settings", async () => {
    const { env, profiles, read, write } = await home()
    await write(profiles, profilesFile({ live: { ...us, readOnly: true } }, "live"))
    await remoteAssist(["profiles", "set", "live", "--email", "ada@example.com", "--no-read-only"], { env })
    expect(await read(profiles)).toEqual(
      profilesFile({ live: { ...us, readOnly: false, email: "ada@example.com" } }, "live")
    )
  })

  test("removes the secrets when the address changes", async () => {
    const { env, profiles, read, secrets, write } = await home()
    await write(profiles, profilesFile({ live: us }, "live"))
    await write(secrets("live"), { apiKey: secret })
    const { stdout } = await remoteAssist(["profiles", "set", "live", "--base-url", "https://elsewhere.example"], {
      env
    })
    expect(stdout).toContain("Secrets and session of its former address are removed.")
    await expect(read(secrets("live"))).rejects.toThrow("ENOENT")
  })

  test("keeps profiles that are created at the same time", async () => {
    const { env, profiles, read } = await home()
    const names = ["a", "b", "c"]
    await Promise.all(
      names.map((name) =>
        remoteAssist(["profiles", "set", name, "--region", "us", "--base-url", "https://us.example.com"], { env })
      )
    )
    expect(Object.keys((await read(profiles)) as object)).toContain("profiles")
    expect(((await read(profiles)) as { profiles: object }).profiles).toEqual({ a: us, b: us, c: us })
  })

  test.each([
    [["new"], "The profile new is new. Give --region us or --region eu, and --base-url"],
    [["new", "--region", "us", "--base-url", "ftp://x"], "--base-url"],
    [["new", "--region", "us", "--base-url", "https://x.example", "--api-key-header", "a b"], "--api-key-header"],
    [["live", "--email", "ada\u001B[2J@example.com"], "--email has a control character (\\u001b): leave it out."],
    [
      ["live", "--partner-key-file", "a\u0007.pem"],
      "--partner-key-file has a control character (\\u0007): leave it out."
    ],
    [["LIVE"], "differs from the profile live only in case"],
    [["live", "--api-key-stdin"], "The API key is missing"],
    [["../live"], "is not a valid name for a profile"],
    [["a\nb"], "is not a valid name for a profile"],
    [[""], "An empty text is not a valid name for a profile"]
  ])("reports the error of %j in one sentence", async (args, sentence) => {
    const { env, profiles, read, write } = await home()
    await write(profiles, profilesFile({ live: us }))
    const { code, stderr, stdout } = await remoteAssist(["profiles", "set", ...args], { env })
    expect(stderr).toContain(sentence)
    expect(stderr.trim().split("\n")).toHaveLength(1)
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(await read(profiles)).toEqual(profilesFile({ live: us }))
  })

  test("rejects a key that is not valid in a header, without printing it", async () => {
    const { env, profiles, write } = await home()
    await write(profiles, profilesFile({ live: us }))
    const args = ["profiles", "set", "live", "--api-key-stdin"]
    const { code, stderr } = await remoteAssist(args, { env, input: `${secret}\u0007\n` })
    expect(code).toBe(1)
    expect(stderr).toContain("the API key")
    expect(stderr).not.toContain(secret)
  })

  test.each([
    ["set", ["--base-url", "https://elsewhere.example"]],
    ["remove", []]
  ])("keeps the secrets if %s fails", async (verb, args) => {
    const { env, profiles, read, secrets, write } = await home()
    await write(profiles, profilesFile({ live: us }, "live"))
    await write(secrets("live"), { apiKey: secret })
    // a lock that nobody can take
    await mkdir(`${profiles}.lock/taken`, { recursive: true })
    expect(await remoteAssist(["profiles", verb, "live", ...args], { env })).toMatchObject({ code: 1 })
    expect(await read(secrets("live"))).toEqual({ apiKey: secret })
    expect(await read(profiles)).toEqual(profilesFile({ live: us }, "live"))
  })

  test("reports the path that it cannot write", async () => {
    const { env, folder, write } = await home()
    await write(`${folder}/config`, "a file")
    const args = ["profiles", "set", "live", "--region", "us", "--base-url", "https://us.example.com"]
    const { code, stderr } = await remoteAssist(args, { env })
    expect(code).toBe(1)
    expect(stderr).toContain(`${folder}/config/remote-assist`)
    expect(stderr.trim().split("\n")).toHaveLength(1)
  })
})
