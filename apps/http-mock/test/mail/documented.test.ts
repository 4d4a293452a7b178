import { readFileSync } from "node:fs"

import { assert, describe, it } from "@effect/vitest"

import { serve } from "../support/command.ts"
import { textAt } from "../support/json.ts"
import { emulating, register, webhook } from "./support/mailing.ts"
import { mailServer } from "./support/mailServer.ts"

const page = readFileSync(new URL("../../../../docs/emulator/mails.md", import.meta.url), "utf8")

const [, body = "{}"] = /^```json\n(.*?)^```/ms.exec(page) ?? []

const [, flag = ""] = /^remote-assist-mock (--mail-to) smtp/m.exec(page) ?? []

describe("the page about e-mails", () => {
  it("shows the body for a webhook", async () => {
    const received = await webhook((response) => void response.end())
    const frozenAt = "2026-01-01T12:00:00Z"
    const emulator = await emulating({ frozenAt, mailWebhook: `http://${received.host}/mails` })
    await register(emulator, "nina@plant.example")
    const [posted] = await received.when(1)
    const origin = new URL(emulator.baseUrl.us).origin
    const documented = body
      .replaceAll("<token>", textAt(posted?.body, "token"))
      .replace("http://127.0.0.1:4010", origin)
    assert.deepStrictEqual(posted?.body, JSON.parse(documented))
  })

  it("names the flag and the variable for a mail server", async () => {
    const server = await mailServer()
    const names = Array.from(page.matchAll(/REMOTE_ASSIST_MOCK_MAIL_TO/g), ([name]) => name)
    const settings = [
      [["--port", "0", flag, server.url], {}],
      [["--port", "0"], { [String(names[0])]: server.url }]
    ] as const
    for (const [index, [args, env]] of settings.entries()) {
      const us = await serve(args, { ...process.env, ...env }).us()
      await register(
        { baseUrl: { us, eu: "" }, demo: { apiKey: "demo-api-key" } as never },
        `user${index}@plant.example`
      )
      assert.deepStrictEqual((await server.when(index + 1))[index]?.to, [`user${index}@plant.example`])
    }
  })
})
