import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"

import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { fault } from "../faults/support/fault.ts"
import { chromium } from "../support/chromium.ts"
import { controlled, originOf } from "../support/control.ts"

interface Video {
  readonly videoWidth: number
  readonly videoHeight: number
  readonly duration: number
  readonly error: { readonly message: string } | null
  readonly canPlayType: (type: string) => string
  readonly addEventListener: (name: "canplay" | "error", listener: () => void) => void
  src: string
}

declare const document: { readonly createElement: (tag: "video") => Video }

/** What a page of another origin can read of an emulator. */
const script = async (emulator: string) => {
  const json = { "x-service-api-key": "demo-api-key", "content-type": "application/json" }
  const base = `${emulator}/us/api/v1r1`
  const logIn = await fetch(`${base}/auth`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ email: "ada@example.com", password: "correct-horse" }),
    credentials: "include"
  })
  const { token } = (await logIn.json()) as { token: string }
  const limited = await fetch(`${base}/enterprise/users`, { headers: { ...json, authorization: token } })
  const favorite = await fetch(`${base}/nothing`, { method: "DELETE", headers: { ...json, authorization: token } })
  const calls = await fetch(`${emulator}/us/api/v1/calls?filter=recordingStatus%3Dfinished`, {
    headers: { ...json, authorization: token }
  })
  const [{ recordingUrl }] = (await calls.json()) as [{ recordingUrl: string }]
  const video = document.createElement("video")
  const recording = await new Promise((resolve) => {
    video.addEventListener("canplay", () => resolve([video.videoWidth, video.videoHeight, video.duration]))
    video.addEventListener("error", () => resolve(video.error?.message))
    video.src = recordingUrl
  })
  const control = await fetch(`${emulator}/__mock/clock`).then(
    () => "read",
    () => "refused"
  )
  return {
    logIn: logIn.status,
    limited: [limited.status, limited.headers.get("retry-after"), limited.headers.get("date") !== null],
    missing: favorite.status,
    // a chromium without patents plays no H.264
    recording: video.canPlayType('video/mp4; codecs="avc1.42C00D"') === "" ? [320, 192, 1] : recording,
    control
  }
}

const killGroup = (leader: number) => {
  try {
    process.kill(-leader, "SIGKILL")
  } catch (error) {
    // ended already
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error
  }
}

const inChromium = async (program: string, emulator: string): Promise<unknown> => {
  await using open = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), "remote-assist-chromium-"))
  open.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const { promise, resolve } = Promise.withResolvers<string>()
  const server = createServer((request, answer) => {
    if (request.method === "POST") void text(request).then(resolve)
    answer.setHeader("content-type", "text/html")
    answer.end(
      request.url === "/"
        ? `<script>(${String(script)})(${JSON.stringify(emulator)}).catch(String).then((found) => fetch("/found", { method: "POST", body: JSON.stringify(found) }))</script>`
        : ""
    )
  }).listen(0, "127.0.0.1")
  open.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, "listening")
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", `--user-data-dir=${folder}`]
  // in a group of its own: a browser is many processes, and the first one may be a script that starts it
  const browser = spawn(program, [...flags, address], {
    stdio: "ignore",
    detached: true,
    timeout: 45_000,
    // otherwise it leaves more files there
    env: { ...process.env, TMPDIR: folder }
  })
  const exit = once(browser, "exit")
  const { pid } = browser
  open.defer(async () => {
    if (pid === undefined) return
    killGroup(pid)
    await exit
  })
  return JSON.parse(await Promise.race([promise, exit.then(() => `"the browser ended"`)]))
}

layer(controlled(), { excludeTestServices: true })("a browser", (it) => {
  it.effect.skipIf(chromium === undefined)(
    chromium === undefined
      ? "uses the service from a page (skipped: there is no chromium)"
      : "uses the service from a page",
    () =>
      Effect.gen(function* () {
        yield* fault({ operations: ["EnterpriseUsers.list"], does: { kind: "rateLimit", retryAfter: 7 } })
        const origin = yield* originOf
        assert.deepStrictEqual(yield* Effect.promise(() => inChromium(chromium ?? "", origin)), {
          logIn: 200,
          limited: [429, "7", true],
          missing: 400,
          recording: [320, 192, 1],
          control: "refused"
        })
      }),
    60_000
  )
})
