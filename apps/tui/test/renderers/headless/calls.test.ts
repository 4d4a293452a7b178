import { describe, expect, test } from "vitest"

import { remoteAssist } from "../../support/command.ts"
import { service } from "../../support/service.ts"

const last = "call_00000000-0000-4000-8000-000000000001"

const served = async () => {
  const { env, requests } = await service(4)
  const options = { env: { ...env, REMOTE_ASSIST_REGION: "us" } }
  return { requests, run: (...args: ReadonlyArray<string>) => remoteAssist(["calls", ...args], options) }
}

describe("calls", () => {
  test("lists all calls, filtered and sorted by the service", async () => {
    const { requests, run } = await served()
    const all = await run("list", "--json", "--columns", "session")
    expect(JSON.parse(all.stdout)).toHaveLength(3)
    const some = await run("list", "--filter", "receiverName~=%Tor%", "--order", "callDuration", "--ndjson")
    expect(some.stdout.trim().split("\n")).toHaveLength(1)
    expect(requests.some((line) => line.includes("order=callDuration"))).toBe(true)
  })

  test("shows a call by one request, and the recording address only with --reveal", async () => {
    const { requests, run } = await served()
    const shown = await run("show", last, "--json")
    expect(JSON.parse(shown.stdout)).toMatchObject({ session: last, callDuration: 754, recordingUrl: "<redacted>" })
    expect(shown.stdout).not.toContain("/recordings/")
    expect(requests.filter((line) => line.includes("/calls"))).toEqual([`GET /v1/calls/${last}`])
    const revealed = await run("show", last, "--json", "--reveal")
    expect(JSON.parse(revealed.stdout)).toMatchObject({
      recordingUrl: expect.stringContaining(`/us/recordings/${last}.mp4?expires=`)
    })
  })

  test("rejects unknown calls", async () => {
    const { run } = await served()
    expect(await run("show", "call_nowhere")).toMatchObject({ code: 2, stderr: expect.stringContaining("no call") })
    expect(await run("show", "nobody")).toMatchObject({ code: 2 })
  })

  test("annotates a call and keeps the other notes", async () => {
    const { run } = await served()
    await run("annotate", last, "--alt1", "A-71")
    await run("annotate", last, "--extra", "one\ntwo")
    const shown = await run("show", last, "--json")
    expect(JSON.parse(shown.stdout)).toMatchObject({ alt1_id: "A-71", extra_info: "one\ntwo" })
    const tooLong = await run("annotate", last, "--alt1", "é".repeat(513))
    expect(tooLong).toMatchObject({ code: 1, stdout: "", stderr: "--alt1 has 513 of at most 512 characters.\n" })
  })

  test("describes the events and the statistics in words", async () => {
    const { run } = await served()
    const events = await run("events", last)
    expect(events.stdout).toMatch(/call started\n[^]*call over\n/)
    expect(JSON.parse((await run("events", last, "--json")).stdout)).toMatchObject({ data: { call_id: last } })
    const stats = await run("stats", last)
    expect(stats.stdout).toMatch(/Linus Torvalds/)
    expect(JSON.parse((await run("stats", last, "--json")).stdout)).toMatchObject({ error: false })
  })

  test("lists recent calls, without filter and order", async () => {
    const { run } = await served()
    const recent = await run("recent", "--json")
    expect(JSON.parse(recent.stdout)).toMatchObject([{ contact_name: "Grace Hopper", outgoing: true }])
    expect(await run("recent", "--filter", "a=b")).toMatchObject({ code: 1 })
    expect(await run("recent", "--order", "a")).toMatchObject({ code: 1 })
  })

  test("exports a complete file without recording addresses", async () => {
    const { run } = await served()
    const { stdout } = await run("export")
    expect(stdout.split("\r\n")).toHaveLength(5)
    expect(stdout).not.toContain("/recordings/")
  })
})
