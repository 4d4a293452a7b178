import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import * as https from "node:https"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as tls from "node:tls"

import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"

import { startEmulator } from "../../src/library/promise.ts"
import type { StartedEmulator } from "../../src/library/promise.ts"
import { generateKeyPair } from "../../src/server/Certificate.ts"

const portOf = ({ baseUrl }: StartedEmulator) => Number(new URL(baseUrl.us).port)

/** The response over HTTPS to a client that trusts only the certificate of the emulator. */
const ask = (emulator: StartedEmulator, path: string, options: https.RequestOptions = {}, body = "") =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const sent = https.request(
      new URL(path, emulator.baseUrl.us),
      { ca: emulator.certificate, agent: false, ...options },
      (response) => {
        let text = ""
        response.setEncoding("utf8").on("data", (part: string) => (text += part))
        response.on("end", () => resolve({ status: response.statusCode, text }))
      }
    )
    sent.on("error", reject)
    sent.end(body)
  })

const key = { "x-service-api-key": "demo-api-key", "content-type": "application/json" }

const credentials = JSON.stringify({ email: "ada@example.com", password: "correct-horse" })

/** The whole response to bytes, with or without TLS. */
const raw = async (socket: ReturnType<typeof connect>, bytes: string | Uint8Array) => {
  let text = ""
  socket.setEncoding("latin1").on("data", (part: string) => (text += part))
  socket.on("error", () => {})
  socket.write(bytes)
  await once(socket, "close")
  return text
}

const plain = (emulator: StartedEmulator) => connect({ port: portOf(emulator), host: "127.0.0.1" })

const secure = (emulator: StartedEmulator) =>
  tls.connect({ port: portOf(emulator), host: "127.0.0.1", ca: emulator.certificate })

describe("an emulator with TLS", () => {
  it("serves clients that trust its certificate, by each name of the machine, with https links", async () => {
    await using emulator = await startEmulator({ port: 0, tls: true })
    assert.match(emulator.baseUrl.us, /^https:\/\/127\.0\.0\.1:\d+\/us$/)
    for (const host of ["127.0.0.1", "localhost"]) {
      const answer = await ask(emulator, "/us/api/v1r1/auth", { method: "POST", headers: key, host }, credentials)
      assert.strictEqual(answer.status, 200)
    }
    const index = JSON.parse((await ask(emulator, "/")).text)
    assert.strictEqual(index.regions.us.base_url, emulator.baseUrl.us)
    const [mail] = JSON.parse((await ask(emulator, "/__mock/outbox")).text)
    assert.isTrue(String(mail.link).startsWith(`${emulator.baseUrl.us}/api/`))
    const page = await ask(emulator, "/__mock/clock", { headers: { origin: new URL(emulator.baseUrl.us).origin } })
    assert.strictEqual(page.status, 200)
    const inProcess = await emulator.control.outbox.list()
    assert.isTrue(String(inProcess[0]?.link).startsWith("https:"))
  })

  it("rejects clients without its certificate, and continues", async () => {
    await using emulator = await startEmulator({ port: 0, tls: true })
    const refused = await ask(emulator, "/", { ca: [] }).catch((error: NodeJS.ErrnoException) => error.code)
    assert.strictEqual(refused, "DEPTH_ZERO_SELF_SIGNED_CERT")
    assert.strictEqual((await ask(emulator, "/__mock/health")).status, 200)
  })

  it("explains HTTPS to plain requests, and closes connections that are not HTTP", async () => {
    await using emulator = await startEmulator({ port: 0, tls: true })
    const post = `POST /us/api/v1/auth HTTP/1.1\r\nhost: x\r\ncontent-length: ${credentials.length}\r\n\r\n${credentials}`
    const message = await raw(plain(emulator), post)
    assert.match(message, /^HTTP\/1\.1 400 Bad Request\r\n/)
    assert.match(message, /\{"code":1009,"message":"This port serves only HTTPS\. Replace http:[^"]*"\}$/)
    assert.match(await raw(plain(emulator), "GET /__mock/clock HTTP/1.1\r\n\r\n"), /application\/problem\+json/)
    assert.match(await raw(plain(emulator), "HEAD / HTTP/1.0\r\n\r\n"), /connection: close\r\n\r\n$/)
    for (const bytes of ["\0\0\0", "hello\r\n", "\u0015\u0003\u0001\0\0", "SSH-2.0-x\r\n"])
      assert.strictEqual(await raw(plain(emulator), bytes), "")
    assert.strictEqual((await ask(emulator, "/__mock/health")).status, 200)
  })

  it("answers requests over TLS that node cannot parse", async () => {
    await using emulator = await startEmulator({ port: 0, tls: true })
    assert.match(await raw(secure(emulator), "GET /us/a b HTTP/1.1\r\n\r\n"), /^HTTP\/1\.1 400 Bad Request/)
    assert.match(await raw(secure(emulator), "CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n"), /^HTTP\/1\.1 501 /)
  })

  it("resets a connection for a fault, on the first request and on a later one", async () => {
    await using emulator = await startEmulator({ port: 0, tls: true })
    await emulator.control.faults.make({ payload: { operations: ["Calls.list"], does: { kind: "reset" } } })
    const connection = secure(emulator)
    connection.on("data", () => {})
    const failed = once(connection, "close").then(
      () => "closed",
      (error: NodeJS.ErrnoException) => error.code
    )
    connection.write("GET /us/api/v1r1/enterprise/users HTTP/1.1\r\nhost: x\r\n\r\n")
    await once(connection, "data")
    connection.write("GET /us/api/v1/calls HTTP/1.1\r\nhost: x\r\n\r\n")
    assert.strictEqual(await failed, "ECONNRESET")
    const [last] = (await emulator.control.journal.list()).slice(-1)
    assert.deepStrictEqual(last?.faults, ["fault-1"])
  })

  it("ends despite silent connections, before and after the TLS handshake", async () => {
    const emulator = await startEmulator({ port: 0, tls: true })
    const silent = plain(emulator)
    const half = plain(emulator)
    const idle = secure(emulator)
    const sockets = [silent, half, idle]
    const closed = sockets.map((socket) => {
      socket.on("error", () => {})
      return once(socket, "close")
    })
    await Promise.all([once(silent, "connect"), once(half, "connect"), once(idle, "secureConnect")])
    half.write(Buffer.from([22, 3, 1, 2, 0, 1]))
    await ask(emulator, "/__mock/health")
    await emulator.close()
    const ended = await Promise.all(closed)
    assert.lengthOf(ended, sockets.length)
  })

  it("takes a matching certificate and key, and explains errors of others", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tls-"))
    const [one, other] = [
      await Effect.runPromise(generateKeyPair("::")),
      await Effect.runPromise(generateKeyPair("box.example"))
    ]
    {
      await using emulator = await startEmulator({ port: 0, tls: one })
      assert.strictEqual(emulator.certificate, one.cert)
      assert.strictEqual((await ask(emulator, "/__mock/health")).status, 200)
    }
    const plainKey = join(folder, "plain.pem")
    writeFileSync(plainKey, one.key)
    const encrypted = join(folder, "encrypted.pem")
    execFileSync("openssl", ["pkey", "-in", plainKey, "-aes256", "-passout", "pass:x", "-out", encrypted])
    const wrong: ReadonlyArray<readonly [tls: unknown, says: RegExp]> = [
      [{ cert: one.cert, key: other.key }, /the key does not belong to the certificate/],
      [{ cert: one.key, key: one.cert }, /the certificate is a private key/],
      [{ cert: one.cert, key: one.cert }, /the key is a certificate/],
      [{ cert: one.cert, key: "x" }, /the key is not a private key in PEM form/],
      [
        { cert: "", key: one.key },
        /the certificate is not in PEM form\. Give one that begins with -----BEGIN CERTIFICATE-----/
      ],
      [{ cert: one.cert, key: readFileSync(encrypted, "utf8") }, /the key is encrypted/],
      [{ cert: one.cert }, /^RangeError: Option tls must be true, /],
      ["yes", /^RangeError: Option tls must be true, /],
      [{ ...one, passphrase: "x" }, /^RangeError: Option tls must be true, /]
    ]
    for (const [option, says] of wrong) {
      const message = await startEmulator({ port: 0, tls: option } as never).then(
        () => "started",
        (error: unknown) => String(error)
      )
      assert.match(message, says)
      assert.match(message, /^RangeError: [^\n]*\.$/)
      assert.notInclude(message, one.key.slice(40, 60))
    }
  })
})
