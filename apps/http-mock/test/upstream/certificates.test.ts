import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"

import selfsigned from "selfsigned"
import { assert, describe, it, onTestFinished } from "vitest"

import { start, until } from "../support/command.ts"
import { service } from "./support/service.ts"

describe("an upstream by HTTPS", { timeout: 30_000 }, () => {
  it("answers if its certificate and name are trusted", async () => {
    const folder = await mkdtemp(join(tmpdir(), "trusted-"))
    onTestFinished(() => rm(folder, { recursive: true }))
    const extensions = [{ name: "subjectAltName" as const, altNames: [{ type: 2 as const, value: "localhost" }] }]
    const pems = await selfsigned.generate([{ name: "commonName", value: "localhost" }], { keySize: 2048, extensions })
    const ca = join(folder, "ca.pem")
    await writeFile(ca, pems.cert)
    const origin = await service(
      ({ headers }, answer) => answer.end(`to ${headers.host}`),
      createServer({ key: pems.private, cert: pems.cert })
    )
    const { port } = new URL(origin)
    const child = start(["--port", "0", "--upstream", `us=https://localhost:${port}`], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: ca }
    })
    const [, us = ""] = /US +(http:\S+)/.exec(await until(child.stdout, /US .*\n/)) ?? []
    assert.strictEqual(await (await fetch(`${us}/api/v2/x`)).text(), `to localhost:${port}`)
  })
})
