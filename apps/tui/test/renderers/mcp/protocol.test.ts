import { spawn } from "node:child_process"

import * as Effect from "effect/Effect"
import * as Sink from "effect/Sink"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { expect, onTestFinished, test } from "vitest"

import { cutLines, makeStdio } from "../../../src/renderers/mcp/stdio.ts"
import { command } from "../../support/agent.ts"
import { startHere } from "../../support/command.ts"
import { service } from "../../support/service.ts"

interface Streams {
  readonly stdin: { readonly write: (data: string | Uint8Array) => unknown }
  readonly stdout: NodeJS.ReadableStream
}

/** A server that is spoken to by the line. */
const lines = ({ stdin, stdout }: Streams) => {
  let written = ""
  stdout.on("data", (data: Buffer) => {
    written += data.toString()
  })
  const messages = () =>
    written
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const write = (line: string) => void stdin.write(`${line}\n`)
  const send = async (id: unknown, method: string, params: unknown = {}) => {
    write(JSON.stringify({ jsonrpc: "2.0", id, method, params }))
    await expect.poll(() => messages().some((message) => message["id"] === id), { timeout: 30_000 }).toBe(true)
    return messages().find((message) => message["id"] === id)
  }
  return { messages, send, write }
}

/** The server in this process. */
const raw = (args: ReadonlyArray<string> = ["--demo"], env: Readonly<Record<string, string>> = {}) => {
  const running = startHere(["mcp", ...args], env)
  onTestFinished(() => void running.stdin.end())
  return { ...running, ...lines(running) }
}

/** A process of the server: for signals and pipes. */
const rawProcess = (args: ReadonlyArray<string> = ["--demo"], env: Readonly<Record<string, string>> = {}) => {
  const { args: words, command: file, ...started } = command(args, env)
  const child = spawn(file, words, { cwd: started.cwd, env: started.env })
  onTestFinished(() => void child.kill("SIGKILL"))
  let stderr = ""
  child.stderr.on("data", (data: Buffer) => {
    stderr += data.toString()
  })
  const ended = new Promise<number | null>((done) => void child.on("close", (code) => done(code)))
  return { child, ended, stderr: () => stderr, ...lines(child) }
}

const hello = (protocolVersion: string) => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: "test", version: "1" }
})

const greeted = async <Server extends ReturnType<typeof lines>>(server: Server) => {
  await server.send(0, "initialize", hello("2025-11-25"))
  server.write('{"jsonrpc":"2.0","method":"notifications/initialized"}')
  return server
}

const started = (...given: Parameters<typeof raw>) => greeted(raw(...given))

const versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

test.each([
  ...versions.map((version) => [version, version]),
  ["1999-01-01", "2025-11-25"],
  ["2099-01-01", "2025-11-25"]
])("answers a client of version %s in version %s", async (offered, version) => {
  const { send, write } = raw()
  expect(await send(1, "initialize", hello(offered))).toMatchObject({ result: { protocolVersion: version } })
  write('{"jsonrpc":"2.0","method":"notifications/initialized"}')
  const listed = await send(2, "tools/call", { name: "pods_list", arguments: {} })
  expect(listed).toMatchObject({ result: { content: [{ type: "text", text: expect.stringContaining("Everyone") }] } })
})

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`
const list = (filter: string) => `"method":"tools/call","params":{"name":"users_list","arguments":{"filter":${filter}}}`

const odd: ReadonlyArray<readonly [line: string, id?: unknown, code?: number]> = [
  ["{", null, -32_700],
  ["42", null, -32_600],
  ["null", null, -32_600],
  ['{"id":7,"method":"tools/list"}', 7, -32_600],
  ['{"jsonrpc":"2.0","id":8}', 8, -32_600],
  ['{"jsonrpc":"2.0","id":9,"method":5}', 9, -32_600],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32_600],
  ['{"id":18,"result":{}}', null, -32_600],
  ["[]", null, -32_600],
  ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', null, -32_600],
  ['{"jsonrpc":"2.0","id":10,"method":"nothing/such"}', 10, -32_601],
  ['{"jsonrpc":"2.0","id":11,"method":"tools/call"}', 11, -32_602],
  ['{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"name":"users_list","arguments":[]}}', 12, -32_602],
  ['{"jsonrpc":"2.0","id":13,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}', 13, -32_002],
  ['{"jsonrpc":"2.0","id":14,"method":"@effect/rpc/Eof"}', 14, -32_601],
  [nested(100_000), null, -32_600],
  [nested(100_000).slice(0, -1), null, -32_700],
  [`${"[".repeat(100_000)}${"]".repeat(100_000)}`, null, -32_600],
  [`{"jsonrpc":"2.0","id":16,"method":"ping","params":${nested(5000)}}`, 16, -32_600],
  [`{"jsonrpc":"2.0","id":"17",${list(nested(100_000))}}`, "17", -32_600],
  [`{"jsonrpc":"2.0","id":${nested(100_000)},"method":"ping"}`, null, -32_600],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32_600],
  ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', null, -32_600],
  ['{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', null, -32_600],
  ['{"jsonrpc":"2.0","id":15,"result":{}}'],
  ['{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}'],
  ['{"jsonrpc":"2.0","method":"@effect/rpc/Eof"}']
]

test("answers invalid and unknown messages, and continues", async () => {
  const { ended, messages, send, stdin, write } = await started()
  for (const [at, [line, id, code]] of odd.entries()) {
    const before = messages().length
    write(line)
    expect(await send(1000 + at, "ping")).toMatchObject({ result: {} })
    const answered = messages()
      .slice(before)
      .filter((message) => message["id"] !== 1000 + at)
    expect({ line, answered }).toMatchObject({ line, answered: code === undefined ? [] : [{ id, error: { code } }] })
  }
  stdin.end()
  expect(await ended).toMatchObject({ code: 0, stderr: "" })
})

test("answers the invalid messages of a batch and runs the others", async () => {
  const { messages, send, write } = raw()
  await send(0, "initialize", hello("2025-03-26"))
  write('{"jsonrpc":"2.0","method":"notifications/initialized"}')
  expect(await send(1, "ping")).toMatchObject({ result: {} })
  const ping = (id: number, params: string) => `{"jsonrpc":"2.0","id":${id},"method":"ping","params":${params}}`
  write(`[${ping(2, "{}")},${ping(3, nested(5000))},7,{"id":4},[]]`)
  write("[]")
  expect(await send(5, "ping")).toMatchObject({ result: {} })
  await expect.poll(() => messages().flat()).toContainEqual({ jsonrpc: "2.0", id: 2, result: {} })
  const refused = messages().filter((message) => "error" in message)
  expect(refused.map(({ id }) => id)).toEqual([3, null, 4, null, null])
})

test("rejects input that is not UTF-8", async () => {
  const { messages, send, stdin } = await started()
  const [before, after] = ['{"jsonrpc":"2.0","id":1,"method":"ping","params":{"name":"', '"}}\n'].map((text) =>
    Buffer.from(text)
  )
  stdin.write(Buffer.concat([before ?? Buffer.of(), Buffer.of(0xff, 0xfe), after ?? Buffer.of()]))
  expect(await send(2, "ping")).toMatchObject({ result: {} })
  expect(messages().find(({ id }) => id === null)).toMatchObject({
    error: { code: -32_700, message: "Parse error: a message is UTF-8." }
  })
})

test.each([
  ["whole", '{"jsonrpc":"2.0","id":1,"method":"ping"}', { id: 1, result: {} }],
  ["cut", '{"jsonrpc":"2.0","id":1,"met', { id: null, error: { code: -32_700 } }]
])("answers a last line without a line end: %s", async (_, line, answer) => {
  const { ended, messages, stdin } = await started()
  stdin.end(line)
  expect(await ended).toMatchObject({ code: 0 })
  expect(messages().at(-1)).toMatchObject(answer)
})

test("reads messages in parts and in batches, and rejects an endless one", async () => {
  const { messages, send, stdin, write } = await started()
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  stdin.write(ping.slice(0, 10))
  write(`${ping.slice(10)}\r\n\n${ping.replace("1", "1").replace('"id":1', '"id":2')}`)
  expect(await send(3, "ping")).toMatchObject({ result: {} })
  expect(messages().map(({ id }) => id)).toEqual([0, 1, 2, 3])
  write("x".repeat(10 * 1024 * 1024))
  expect(await send(4, "ping")).toMatchObject({ result: {} })
  expect(messages().filter(({ id }) => id === null)).toMatchObject([{ error: { code: -32_700 } }])
})

test("keeps an endless line only up to the limit, and reads the lines after it", async () => {
  const part = "x".repeat(64 * 1024)
  const lengthOf = (chunks: ReadonlyArray<string>) =>
    Effect.runPromise(
      Stream.runFold(
        cutLines(Stream.fromIterable(chunks)),
        () => 0,
        (sum, text) => sum + text.length
      )
    )
  const limit = 4 * 1024 * 1024
  expect(await lengthOf(Array<string>(1000).fill(part))).toBe(limit + 1)
  expect(await lengthOf([...Array<string>(1000).fill(part), `${part}\n{}\n`, "{}"])).toBe(limit + 1 + "\n{}\n{}".length)
  for (const end of ["\n", "\r"])
    expect(await lengthOf(Array<string>(100).fill(`${part}${end}`))).toBe(100 * (part.length + 1))
})

test("rejects a line that is longer than any string, and reads the next line", async () => {
  const part = Buffer.alloc(1024 * 1024, "x")
  const chunks = Array<Uint8Array>(600).fill(part)
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
  const written: Array<string | Uint8Array> = []
  const input = Stdio.layerTest({
    stdin: Stream.fromIterable([...chunks, Buffer.from(`\n${ping}`)]).pipe(Stream.rechunk(1)),
    stdout: () => Sink.forEach((text) => Effect.sync(() => void written.push(text)))
  })
  const read = Effect.gen(function* () {
    const { stdio } = yield* makeStdio
    return yield* Stream.mkString(Stream.decodeText(stdio.stdin))
  })
  expect(await Effect.runPromise(Effect.provide(read, input))).toBe(ping)
  expect(written.map((text) => JSON.parse(String(text)))).toMatchObject([
    { id: null, error: { code: -32_700, message: "Parse error: a message has at most 4194304 bytes." } }
  ])
})

test("answers open calls at the end of the input, and exits with 0", async () => {
  const { ended, messages, stdin, write } = await started()
  write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"users_list"}}')
  stdin.end()
  expect(await ended).toMatchObject({ code: 0, stderr: "" })
  expect(messages().at(-1)).toMatchObject({ id: 1, result: { structuredContent: { total: 4 } } })
})

test("exits at the end of the input, or by a signal, without an answer of the service", async () => {
  const { env: given, gate, requests } = await service(4)
  const env = { ...given, REMOTE_ASSIST_REGION: "us" }
  const isHeld = (line: string) => line.startsWith("GET")
  gate.hold = (line) => (isHeld(line) ? new Promise(() => undefined) : undefined)
  const processes = [await greeted(rawProcess([], env)), await greeted(rawProcess([], env))]
  for (const [at, { write }] of processes.entries()) {
    write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"users_list"}}')
    await expect.poll(() => requests.filter(isHeld).length, { timeout: 30_000 }).toBeGreaterThan(at)
  }
  const [left, killed] = processes
  left?.child.stdin.end()
  killed?.child.kill("SIGTERM")
  expect(await Promise.all([left?.ended, killed?.ended])).toEqual([0, 143])
})

test.each([
  ["SIGTERM", 143],
  ["SIGINT", 130]
] as const)("%s exits with %i", async (signal, code) => {
  const { child, ended, stderr } = await greeted(rawProcess())
  child.kill(signal)
  expect(await ended).toBe(code)
  expect(stderr()).toBe("")
})

test("continues if the host stops reading, and exits at the end of the input", async () => {
  const { child, ended, write } = await greeted(rawProcess())
  child.stdout.destroy()
  write('{"jsonrpc":"2.0","id":1,"method":"ping"}')
  child.stdin.end()
  expect(await ended).toBe(0)
})

test("prints invalid settings to the standard error and exits", async () => {
  const { ended } = raw([], { REMOTE_ASSIST_REGION: "us" })
  expect(await ended).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("REMOTE_ASSIST_US_URL is missing")
  })
})
