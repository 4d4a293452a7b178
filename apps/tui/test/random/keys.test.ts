import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"

import { defaultBindings } from "../../src/keymap/Keys.ts"
import { beyond } from "../support/beyond.ts"
import type { Size } from "../support/frame.ts"
import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"
import { hostile, inputOf } from "./inputs.ts"
import type { Input } from "./inputs.ts"
import * as Random from "./Random.ts"

// `pnpm harden tui` has more
const runs = process.env["REMOTE_ASSIST_HARDEN"] === undefined ? 6 : 200
const steps = 50

vi.setConfig({ testTimeout: 120_000 })

/** The bytes after which something may change at the service: of keys that say so in the defaultBindings. */
const changing = new Set(defaultBindings.flatMap(({ changes, keys }) => (changes === true ? keys : [])))
const mayChange = ({ bytes, kind }: Input) =>
  kind === "keys" || (kind === "key" && (changing.has(bytes) || bytes === "\r"))

const isChange = (line: string) => /^(?:PUT|POST|DELETE) .*\/users/.test(line)

const sizeOf = (random: Random.Random): Size => ({ columns: random.between(24, 130), rows: random.between(6, 40) })

/** The users of a page with the names that people gave themselves. */
const renamed = (body: string) =>
  JSON.stringify(
    JSON.parse(body, (key, value: unknown) => {
      if (typeof value !== "string" || !["email", "name", "title", "username"].includes(key)) return value
      const at = Buffer.from(value).reduce((sum, byte) => sum + byte, 0) % (hostile.length * 2)
      return hostile[at] ?? value
    })
  )

const begin = async (random: Random.Random) => {
  const size = sizeOf(random)
  let pending = 0
  const disturb: Wire.Wire["disturb"] = (line, pass, request) => {
    pending++
    const answer =
      line.includes("/users") && random.next() < 0.05
        ? Wire.noConnection(request)
        : line.startsWith("GET") && line.includes("/users")
          ? Effect.flatMap(pass, (answer) =>
              Effect.map(answer.text, (body) =>
                HttpClientResponse.fromWeb(request, new Response(renamed(body), { status: answer.status }))
              )
            ).pipe(Effect.orDie)
          : pass
    return Effect.ensuring(
      answer,
      Effect.sync(() => pending--)
    )
  }
  const program = start({ ...size, users: 230, margin: 6, at: "2026-03-02T10:00:00Z", disturb })
  /** Waits until every request is answered and the screen is drawn. */
  const settle = async () => {
    for (let calm = 0; calm < 1;) {
      const before = program.text()
      await program.quiet()
      calm = pending === 0 && program.text() === before ? calm + 1 : 0
    }
  }
  await program.see(/Users|Too small/)
  await settle()
  return { ...program, settle, size }
}

describe("random input changes and breaks nothing", () => {
  // exports go to a separate folder
  const here = process.cwd()
  const folder = mkdtempSync(join(tmpdir(), "remote-assist-random-"))
  beforeAll(() => process.chdir(folder))
  afterAll(() => {
    process.chdir(here)
    rmSync(folder, { recursive: true })
  })

  test.each(Array.from({ length: runs }, (_, seed) => seed))("with the seed %i", async (seed) => {
    const random = Random.make(seed)
    const { advance, ended, output, resize, settle, streams, terminal, text, wire, ...begun } = await begin(random)
    let { size } = begun
    const typed: Array<Input> = []
    const send = async (input: Input) => {
      const before = wire.requests.filter(isChange).length
      const wasTyping = text().includes("▏")
      typed.push(input)
      streams.stdin.emit("data", input.bytes)
      if (input.timeout !== undefined) await new Promise((done) => setTimeout(done, (input.timeout ?? 0) + 20))
      await settle()
      const changes = wire.requests.filter(isChange).length - before
      const context = { seed, last: typed.slice(-12), screen: text() }
      const mayBe = mayChange(input) && (!wasTyping || input.bytes.endsWith("\r"))
      const found = { strayChanges: mayBe ? 0 : changes, beyond: beyond(terminal, size) }
      expect({ ...context, ...found }).toEqual({ ...context, strayChanges: 0, beyond: [] })
    }
    const end: Array<Exit.Exit<unknown, unknown>> = []
    void ended().then((exit) => end.push(exit))
    for (let step = 0; step < steps && end.length === 0; step++) {
      if (random.next() < 0.04) {
        size = sizeOf(random)
        resize(size)
        await settle()
      }
      if (random.next() < 0.02) await advance(`${random.between(1, 90)} seconds`)
      await send(inputOf(random))
    }
    // the input may quit the program
    expect(end.filter(({ _tag }) => _tag === "Failure")).toEqual([])
    if (end.length > 0) return
    const before = text()
    output.length = 0
    await send({ kind: "key", bytes: "\u000C" })
    expect(text()).toBe(before)
    const [, frame = ""] = output.join("").split("\u001B[?2026h")
    const lines = frame.split("\n").length
    // a smaller terminal shows only a message
    expect(lines).toBe(size.columns >= 30 && size.rows >= 8 ? size.rows : lines)
    const whole = text()
    terminal.reset()
    terminal.write("\u001B[?1049h")
    await send({ kind: "key", bytes: "\u000C" })
    expect(text()).toBe(whole)
  })
})
