import { fetch as fetchByAgent } from "@effect/platform-node/Undici"
import { assert, describe, it } from "@effect/vitest"
import { vi } from "vitest"

import { startEmulator } from "../../src/library/promise.ts"
import { isWebhook } from "../../src/mail/addresses.ts"
import { sign } from "../../src/mail/MailDispatcher.ts"
import { start, until } from "../support/command.ts"
import { at, textAt } from "../support/json.ts"
import { emulating, listener, outcome, register, webhook } from "./support/mailing.ts"
import { mailServer } from "./support/mailServer.ts"

/** The header fields of a message by lower-case name. */
const headersOf = (text: string) => {
  const [head = ""] = text.split("\r\n\r\n", 1)
  return new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, " ")
      .split("\r\n")
      .map((line): [string, string] => {
        const at = line.indexOf(":")
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
      })
  )
}

const decoded = (text: string) => text.replaceAll("=\r\n", "").replaceAll("=3D", "=")

const ok = (response: import("node:http").ServerResponse) => void response.end()

describe("delivered e-mails", { timeout: 30_000 }, () => {
  it("arrive at a mail server as messages with a sender and a link that confirms in a browser", async () => {
    const server = await mailServer()
    const emulator = await emulating({ mailTo: server.url })
    await register(emulator, "nina@plant.example")
    const [received] = await server.when(1)
    assert.deepInclude(received, { from: "no-reply@remote-assist.example", to: ["nina@plant.example"] })
    const text = received?.text ?? ""
    const headers = headersOf(text)
    const shown = (names: ReadonlyArray<string>) => names.map((name) => headers.get(name))
    assert.deepStrictEqual(
      shown(["to", "subject", "x-mock-tenant", "x-mock-region", "x-mock-kind", "x-mock-request"]),
      ["nina@plant.example", "Confirm your e-mail address", "default", "us", "confirmation", "1"]
    )
    assert.match(headers.get("message-id") ?? "", /^<[\da-f-]{36}@remote-assist\.example>$/)
    const [link = ""] = /http:\/\/\S+\?confirmation_token=\w+/.exec(decoded(text)) ?? []
    assert.isTrue(link.startsWith(`${emulator.baseUrl.us}/api/v1/register/confirm?`), link)
    const asProgram = await fetch(link)
    assert.include(await asProgram.text(), "does not take GET. Use POST.")
    const opened = await fetch(link, { headers: { accept: "text/html,application/xhtml+xml" } })
    assert.strictEqual(opened.status, 200)
    const again = await fetch(link, { method: "POST", headers: { "x-service-api-key": emulator.demo.apiKey } })
    assert.strictEqual(again.status, 401)
    assert.deepStrictEqual(await outcome(emulator, "nina@plant.example"), [
      { by: "smtp", status: "delivered", attempts: 1 }
    ])
  })

  it("come from every tenant and region, with the links of each", async () => {
    const received = await webhook(ok)
    const emulator = await emulating({ mailWebhook: `http://${received.host}/mails` })
    await register(emulator, "one@plant.example", "eu")
    await register(emulator, "two@plant.example", "t/blue/eu")
    const posted = await received.when(2)
    const [first, second] = posted.map(({ body }) => body)
    assert.deepInclude(first, { tenant: "default", region: "eu", id: 3, kind: "confirmation", to: "one@plant.example" })
    assert.deepInclude(second, { tenant: "blue", region: "eu", to: "two@plant.example", request: 1 })
    const base = emulator.baseUrl.us.replace(/us$/, "t/blue/eu")
    assert.strictEqual(
      at(second, "link"),
      `${base}/api/v1/register/confirm?confirmation_token=${textAt(second, "token")}`
    )
    assert.notStrictEqual(posted[0]?.headers["idempotency-key"], posted[1]?.headers["idempotency-key"])
  })

  it("are not sent again after an undo, a restore, a reset or a load", async () => {
    const received = await webhook(ok)
    const emulator = await emulating({ mailWebhook: `http://${received.host}/` })
    const { state } = emulator.control
    await register(emulator, "one@plant.example")
    await state.take({ params: { name: "one" } })
    const saved = await state.save()
    await state.undo({ payload: {} })
    await state.restore({ params: { name: "one" } })
    await state.reset({ payload: {} })
    await state.load({ payload: saved })
    await state.branch({ params: { name: "one" }, payload: { tenant: "other" } })
    await state.reset({ payload: {} })
    await register(emulator, "two@plant.example")
    const posted = await received.when(2)
    assert.deepStrictEqual(
      posted.map(({ body }) => at(body, "to")),
      ["one@plant.example", "two@plant.example"]
    )
  })

  it("are posted again with the same key to a busy webhook, but not after a rejection", async () => {
    const received = await webhook((response, before) => {
      response.statusCode = [503, 429, 204, 400][before] ?? 204
      response.end()
    })
    const emulator = await emulating({ mailWebhook: `http://user:pass@${received.host}/` })
    await register(emulator, "one@plant.example")
    const posted = await received.when(3)
    assert.strictEqual(new Set(posted.map(({ headers }) => headers["idempotency-key"])).size, 1)
    assert.strictEqual(posted[0]?.headers.authorization, `Basic ${btoa("user:pass")}`)
    const [first] = await outcome(emulator, "one@plant.example")
    assert.deepInclude(first, { status: "delivered", attempts: 3 })
    await register(emulator, "two@plant.example")
    assert.deepStrictEqual(await outcome(emulator, "two@plant.example"), [
      { by: "webhook", status: "failed", attempts: 1, error: "it responded with 400" }
    ])
  })

  it("are signed as in Standard Webhooks", async () => {
    const received = await webhook(ok)
    const mailWebhook = `http://${received.host}/`
    const secret = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    const emulator = await emulating({ mailWebhook, mailWebhookSecret: `whsec_${secret}` })
    await register(emulator, "one@plant.example")
    const [posted] = await received.when(1)
    const { "webhook-id": id, "webhook-signature": signature, "webhook-timestamp": timestamp } = posted?.headers ?? {}
    const key = Buffer.from(secret, "base64")
    assert.strictEqual(id, posted?.headers["idempotency-key"])
    assert.match(String(timestamp), /^\d{10}$/)
    const again = sign(key, String(id), Number(timestamp), JSON.stringify(posted?.body))
    assert.strictEqual(again["webhook-signature"], signature)
    // the example of the reference implementations
    const example = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1614265330, body: '{"test": 2432232314}' }
    assert.strictEqual(
      sign(key, example.id, example.timestamp, example.body)["webhook-signature"],
      "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    )
  })

  // in a process, as Node reads the variables when it starts
  it("are posted to this machine without the proxy of the environment", async () => {
    const proxied: Array<string> = []
    const proxy = await listener((socket) => socket.on("data", (data) => proxied.push(String(data))))
    const received = await webhook(ok)
    const env = { ...process.env, NODE_USE_ENV_PROXY: "1", HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, no_proxy: "" }
    const { stdout } = start(["--port", "0", "--mail-webhook", `http://${received.host}/`], { env })
    const [, us = ""] = /US +(http\S+)\n/.exec(await until(stdout, /US +http\S+\n/)) ?? []
    await register({ baseUrl: { us, eu: "" }, demo: { apiKey: "demo-api-key" } as never }, "one@plant.example")
    const arrived = received.when(1).then(([posted]) => at(posted?.body, "to"))
    const sent = vi.waitUntil(() => proxied[0], { timeout: 20_000 }).catch(() => undefined)
    assert.strictEqual(await Promise.race([arrived, sent]), "one@plant.example")
  })

  it("log in with the credentials of the address, which no message shows", async () => {
    const open = await mailServer()
    const emulator = await emulating({ mailTo: open.url.replace("//", "//robin:s%3Acret@") })
    await register(emulator, "one@plant.example")
    assert.strictEqual((await open.when(1))[0]?.user, "robin")
    const closed = await mailServer({
      onAuth: (auth, _, done) => done(new Error(`${auth.username} with ${auth.password} is nobody here`))
    })
    const other = await emulating({ mailTo: closed.url.replace("//", "//robin:s%3Acret@") })
    await register(other, "one@plant.example")
    const [delivery] = await outcome(other, "one@plant.example")
    assert.deepInclude(delivery, { status: "failed", attempts: 1 })
    assert.notMatch(JSON.stringify(delivery), /robin|s:cret|s%3Acret/)
  })

  it.for(["AUTH PLAIN", "AUTH LOGIN"])("show no credentials that a server repeats from %s", async (method) => {
    const lines: Array<string> = []
    const echoing = await listener((socket) => {
      socket.write("220 here\r\n")
      socket.on("data", (data) => {
        const line = data.toString().trim()
        lines.push(line)
        if (line.startsWith("EHLO")) socket.write(`250-here\r\n250 ${method}\r\n`)
        else if (line === method) socket.write("334 VXNlcm5hbWU6\r\n")
        else socket.write(lines.length === 3 ? "334 UGFzc3dvcmQ6\r\n" : `535 ${"x".repeat(250)} ${lines.join(" ")}\r\n`)
      })
    })
    const password = "s3cret".repeat(12)
    const emulator = await emulating({ mailTo: `smtp://robin:${password}@127.0.0.1:${echoing.port}` })
    await register(emulator, "one@plant.example")
    const [delivery] = await outcome(emulator, "one@plant.example")
    const sent = lines.slice(1).flatMap((line) => line.split(" ").filter((word) => !/^(AUTH|PLAIN|LOGIN)$/.test(word)))
    assert.isNotEmpty(sent)
    assert.deepInclude(delivery, { status: "failed", attempts: 1 })
    for (const secret of [...sent, "robin", "s3cret", ...sent.map((word) => word.slice(0, 8))])
      assert.notInclude(delivery?.error ?? "", secret)
  })

  it.for<readonly [what: string, options: Parameters<typeof mailServer>[0], attempts: number, error: RegExp]>([
    [
      "refuses a recipient",
      { onRcptTo: (_, __, done) => done(Object.assign(new Error("no such user"), { responseCode: 550 })) },
      1,
      /550 no such user/
    ],
    [
      "refuses a message",
      {
        onData: (stream, _, done) =>
          void stream.resume().on("end", () => done(Object.assign(new Error("spam"), { responseCode: 554 })))
      },
      1,
      /554 spam/
    ]
  ])("fail in the outbox if the server %s", async ([, options, attempts, error]) => {
    const server = await mailServer(options)
    const emulator = await emulating({ mailTo: server.url })
    await register(emulator, "one@plant.example")
    const [delivery] = await outcome(emulator, "one@plant.example")
    assert.deepInclude(delivery, { by: "smtp", status: "failed", attempts })
    assert.match(delivery?.error ?? "", error)
  })

  it("delay neither requests nor the exit if no server ever answers", async () => {
    const silent = await listener((socket) => void socket.resume())
    const address = `127.0.0.1:${silent.port}`
    const emulator = await startEmulator({ port: 0, mailTo: `smtp://${address}`, mailWebhook: `http://${address}` })
    for (let count = 0; count < 20; count++)
      assert.strictEqual((await register(emulator, `user${count}@plant.example`)).status, 200)
    const [mail] = await emulator.control.outbox.list({ query: { to: "user19@plant.example" } })
    assert.deepStrictEqual(mail?.deliveries, [
      { by: "smtp", status: "waiting", attempts: 0 },
      { by: "webhook", status: "waiting", attempts: 0 }
    ])
    const sockets = [...silent.sockets]
    const { setTimeout } = globalThis
    const events: Array<string> = []
    vi.spyOn(globalThis, "setTimeout").mockImplementation((end, ms, ...args) => {
      if (ms !== 1000) return setTimeout(end, ms, ...args)
      events.push("begins")
      return setTimeout(() => {
        events.push("ends")
        end(...args)
      }, ms)
    })
    await emulator.close()
    assert.deepStrictEqual(events, ["begins", "begins", "ends", "ends"])
    await Promise.all(
      sockets
        .filter(({ destroyed }) => !destroyed)
        .map((socket) => new Promise((resolve) => socket.once("close", resolve)))
    )
  })

  it("arrive while a webhook does not answer to earlier ones", async () => {
    const received = await webhook((response, before) => {
      if (before >= 3) response.end()
    })
    const emulator = await emulating({ mailWebhook: `http://${received.host}/` })
    for (const user of ["one", "two", "three", "four"]) await register(emulator, `${user}@plant.example`)
    const [fourth] = await outcome(emulator, "four@plant.example")
    assert.deepStrictEqual(fourth, { by: "webhook", status: "delivered", attempts: 1 })
    const [first] = await emulator.control.outbox.list({ query: { to: "one@plant.example" } })
    assert.strictEqual(first?.deliveries?.[0]?.status, "waiting")
    const posted = received.all.map(({ body }) => at(body, "to"))
    assert.deepStrictEqual(
      posted,
      ["one", "two", "three", "four"].map((user) => `${user}@plant.example`)
    )
  })

  it("fail after four attempts without delaying another destination", async () => {
    const busy = await listener((socket) => socket.end("421 later\r\n"))
    const received = await webhook(ok)
    const emulator = await emulating({
      mailTo: `smtp://127.0.0.1:${busy.port}`,
      mailWebhook: `http://${received.host}/`
    })
    await register(emulator, "one@plant.example")
    await register(emulator, "two@plant.example")
    await received.when(2)
    const [first, posted] = await outcome(emulator, "one@plant.example")
    assert.deepInclude(first, { by: "smtp", status: "failed", attempts: 4 })
    assert.include(first?.error ?? "", "421 later")
    assert.deepInclude(posted, { by: "webhook", status: "delivered", attempts: 1 })
  })
})

describe("an invalid address for e-mails", () => {
  it.for([
    [{ mailTo: "robin:s3cret@localhost" }, "Option mailTo must be an address such as smtp://127.0.0.1:1025"],
    [{ mailTo: "http://robin:s3cret@localhost" }, "Option mailTo must be an address such as"],
    [{ mailTo: "smtp://robin:s3cret%@localhost" }, "encode a percent sign as %25"],
    [{ mailWebhook: "http://robin%zz:s3cret@localhost" }, "encode a percent sign in credentials as %25"],
    [{ mailTo: "smtp://robin:s3cret@localhost/inbox" }, "Option mailTo must be an address such as"],
    [{ mailWebhook: "ftp://robin:s3cret@localhost" }, "Option mailWebhook must be an address that starts with http://"],
    [{ mailWebhook: "http://robin:s3cret@localhost:4190" }, "on a port that fetch does not block, such as 3000"]
  ] as const)("is rejected without being shown: %j", async ([options, message]) => {
    const error = await startEmulator({ port: 0, ...options }).then(
      () => undefined,
      (error: unknown) => error
    )
    assert.instanceOf(error, RangeError)
    assert.include(String(error), message)
    assert.notInclude(String(error), "s3cret")
  })

  it("has a port that fetch blocks", async () => {
    const dispatcher = { dispatch: () => assert.fail("allowed") } as any
    const reasonOf = (url: string) => fetchByAgent(url, { dispatcher }).catch(({ cause }) => cause.message)
    const further = [1719, 1720, 1721, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6664, 6665, 6666, 6667]
    for (const port of [...Array(1000).keys(), ...further, 6668, 6669, 6670, 6679, 6697, 8080, 10_080].slice(1)) {
      const url = `http://127.0.0.1:${port}`
      assert.strictEqual(isWebhook(url), (await reasonOf(url)) === "allowed", url)
    }
  })
})
