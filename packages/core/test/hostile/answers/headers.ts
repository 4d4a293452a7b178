import { canaries } from "../canaries.ts"
import type { Answer } from "../server.ts"
import { bytes, lastBytes, message, well } from "./write.ts"

const body = '{"entries":[],"total_entries":0,"total_pages":0,"page":1,"page_size":20}'

const raw = (...lines: ReadonlyArray<string>) => `HTTP/1.1 200 OK\r\n${lines.join("\r\n")}\r\n\r\n`

const long = `content-length: ${body.length}`

/** Heads of answers. */
export const headers: ReadonlyArray<Answer> = [
  bytes("a header of 64 kB", raw(`x: ${"y".repeat(65_536)}`, long) + body),
  bytes("a header of 10 kB", raw(`x: ${"y".repeat(10_000)}`, long) + body),
  bytes("2,000 headers", raw(...Array.from({ length: 2000 }, (_, index) => `x-${index}: y`), long) + body),
  bytes("a folded header", raw("x: a\r\n b", long) + body),
  bytes("a bare line feed", `HTTP/1.1 200 OK\nx: y\n${long}\n\n${body}`),
  bytes("a bare carriage return", `HTTP/1.1 200 OK\r\nx: a\rb: c\r\n${long}\r\n\r\n${body}`),
  bytes("a zero byte in a header", raw("x: a\u0000b", long) + body),
  bytes("a header without a colon", raw("what is this", long) + body),
  bytes("a header without a name", raw(": y", long) + body),
  bytes("Latin-1 in a header", raw("x: \u00fc\u00ff", long) + body),
  well("a status text of 10 kB", `200 ${"x".repeat(10_000)}`, body),
  well("a content type that is wrong", 200, body, { "content-type": "image/png" }),
  well("an invalid content type", 200, body, { "content-type": ";;;" }),
  bytes("no content type", raw(long) + body),
  lastBytes("two lengths", raw("content-length: 2", "content-length: 72") + body),
  lastBytes("a negative length", raw("content-length: -1") + body),
  lastBytes("a length that is not a number", raw("content-length: ten") + body),
  lastBytes("a length and chunks", raw("content-length: 5", "transfer-encoding: chunked") + "2\r\n{}\r\n0\r\n\r\n"),
  lastBytes("a transfer encoding nobody knows", raw("transfer-encoding: cow") + body),
  bytes("cookies with secrets", message(200, { "set-cookie": `token=${canaries.issued}` }, "<")),
  bytes("a location with secrets", message(302, { location: `/?api_key=${encodeURIComponent(canaries.apiKey)}` }, "")),
  bytes(
    "secrets in headers of a refusal",
    message(400, { "x-echo": canaries.apiKey, "www-authenticate": canaries.token }, "<")
  ),
  bytes("secrets in the status text", message(`418 ${canaries.apiKey}`, {}, "no"))
]
