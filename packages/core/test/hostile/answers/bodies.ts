import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"

import { canaries } from "../canaries.ts"
import type { Answer } from "../server.ts"
import { refusal } from "./statuses.ts"
import { answer, flood, lastBytes, message, well, wellOf } from "./write.ts"

const json = { "content-type": "application/json" }

const texts: Readonly<Record<string, string>> = {
  "an empty body": "",
  "a blank body": " \r\n\t ",
  null: "null",
  "an empty list": "[]",
  "an empty object": "{}",
  true: "true",
  "a number": "-0",
  "an empty text": '""',
  "a list of lists": "[[[[]]]]",
  "a list of null": "[null,null]",
  NaN: "NaN",
  Infinity: '{"entries":Infinity}',
  "numbers beyond all bounds":
    '{"entries":[],"total_entries":1e999,"total_pages":-1e999,"page":9007199254740993,"page_size":1e-400}',
  "a number of 100,000 digits": "1".repeat(100_000),
  "keys of prototypes":
    '{"__proto__":{"entries":[],"token":"x"},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":2,"then":3,"toJSON":4}',
  "duplicate keys": '{"token":"a","token":1,"refresh":"b","refresh":null,"entries":[],"entries":{}}',
  "fields that make a promise": '{"then":"x","id":1,"_tag":"Success","_op":"x","~effect/Effect":1}',
  "JSON with a comma too many": '{"entries":[],}',
  "JSON that is cut": '{"entries":[{"id":1,"na',
  "two values": "{}{}",
  JSONP: "callback({})",
  XML: '<?xml version="1.0"?><token>x</token>',
  "a page of HTML": `<html><body>${"<p>It works</p>".repeat(1000)}</body></html>`,
  "half a character": '"\\ud800"',
  "control characters": '"\\u0000\\u001b[31m\\u202e\\u2028"',
  "control characters as they are": '"\u0000\u001b[31m\u0007"'
}

const depth = 100_000

/** A user each of whose optional fields is as good as any, but for one. */
const drifted = (id: number) => ({ id, email: `user${id}@example.com`, name: id, active: true })

const listOf = (entries: ReadonlyArray<unknown>) =>
  JSON.stringify({ entries, total_entries: entries.length, total_pages: 1, page: 1, page_size: entries.length })

const manyUsers = (count: number) => listOf(Array.from({ length: count }, (_, index) => drifted(index + 1)))

const gib = 2 ** 30

const bomb = () => gzipSync(Buffer.alloc(gib / 16), { level: 9 })

/** Sixteen members of 64 MiB of zeros each. */
const gzipBomb = () => {
  const member = bomb()
  return Buffer.concat(Array.from({ length: 16 }, () => member))
}

const lazily = (name: string, make: () => Buffer, more: Partial<Answer>): Answer => {
  let cached: Buffer | undefined
  return answer(name, (socket) => socket.write((cached ??= make())), more)
}

const big = { big: true }

/** Bodies of answers with status 200. */
export const bodies: ReadonlyArray<Answer> = [
  ...Object.entries(texts).map(([name, text]) => well(name, 200, text)),
  well("lists 100,000 deep", 200, "[".repeat(depth) + "]".repeat(depth)),
  well("lists 9,000 deep", 200, "[".repeat(9000) + "]".repeat(9000)),
  well("objects 100,000 deep", 200, '{"a":'.repeat(depth) + "1" + "}".repeat(depth)),
  well(
    "an entry 10,000 deep",
    200,
    '{"entries":[' +
      '{"id":'.repeat(10_000) +
      "1" +
      "}".repeat(10_000) +
      '],"total_entries":1,"total_pages":1,"page":1,"page_size":1}'
  ),
  well("a byte order mark", 200, "\ufeff{}"),
  well(
    "invalid UTF-8",
    200,
    Buffer.concat([Buffer.from('{"token":"'), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from('"}')])
  ),
  well("UTF-16", 200, Buffer.from('\ufeff{"entries":[]}', "utf16le"), {
    "content-type": "application/json; charset=utf-16"
  }),
  well("invalid gzip", 200, '{"entries":[]}', { ...json, "content-encoding": "gzip" }),
  well("gzip that is cut", 200, gzipSync(manyUsers(100)).subarray(0, 200), { ...json, "content-encoding": "gzip" }),
  well("gzip with trailing data", 200, Buffer.concat([gzipSync("{}"), Buffer.from("more")]), {
    ...json,
    "content-encoding": "gzip"
  }),
  well("gzip twice", 200, gzipSync(gzipSync("{}")), { ...json, "content-encoding": "gzip, gzip" }),
  well("gzip that nobody names", 200, gzipSync("{}")),
  well("brotli", 200, brotliCompressSync("{}"), { ...json, "content-encoding": "br" }),
  well("invalid brotli", 200, "{}", { ...json, "content-encoding": "br" }),
  well("deflate", 200, deflateSync("{}"), { ...json, "content-encoding": "deflate" }),
  well("an encoding nobody knows", 200, "{}", { ...json, "content-encoding": "snappy" }),
  well("a hundred encodings", 200, "{}", {
    ...json,
    "content-encoding": Array.from({ length: 100 }, () => "gzip").join(", ")
  }),
  wellOf("a message of 100 kB", (request) => refusal(request, "No ".repeat(34_000))),
  wellOf("a message of control characters", (request) => refusal(request, "\u001b[2J\u0000\r\n\u2028".repeat(100))),
  wellOf("a message that is empty", (request) => refusal(request, "")),
  well(
    "tokens that no header can carry",
    200,
    JSON.stringify({ token: `${canaries.issued}\r\nx: y`, refresh: `${canaries.reissued}\u20ac` })
  ),
  well(
    "tokens in other fields",
    200,
    JSON.stringify({ access_token: canaries.issued, refreshToken: canaries.reissued, token: 1 })
  ),
  well("tokens in a list", 200, JSON.stringify([canaries.issued, { refresh: canaries.reissued }])),
  well("tokens without quotes", 200, canaries.issued, { "content-type": "text/plain" }),
  well("tokens in single quotes", 200, `{'token': '${canaries.issued}', 'refresh': '${canaries.reissued}'}`),
  well("tokens in XML", 200, `<auth><token>${canaries.issued}</token><refresh>${canaries.reissued}</refresh></auth>`),
  well("tokens in a form", 200, new URLSearchParams({ token: canaries.issued, refresh: canaries.reissued }).toString()),
  well("tokens in an object", 200, JSON.stringify({ token: { value: canaries.issued }, refresh: [canaries.reissued] })),
  well(
    "tokens in JSON that is cut",
    200,
    JSON.stringify({ refresh: canaries.reissued, token: canaries.issued }).slice(0, -2)
  ),
  well(
    "an account with a token",
    200,
    JSON.stringify({ id: 7, token: canaries.issued, api_token: canaries.reissued, name: "Ada" })
  ),
  well("an empty token", 200, JSON.stringify({ token: "", refresh: "" })),
  well("20,000 drifted users", 200, manyUsers(20_000)),
  well("a list of 100,000 null", 200, listOf(Array.from({ length: 100_000 }, () => null))),
  well("a text of 1 MB", 200, JSON.stringify("x".repeat(1_000_000))),
  lazily("70 MiB", () => message(200, json, JSON.stringify("x".repeat(70 * 2 ** 20))), big),
  lazily("70 MiB of list", () => message(200, json, `[${"1,".repeat(35 * 2 ** 20)}1]`), big),
  lazily(
    "70 MiB of a refusal",
    () => message(400, json, JSON.stringify({ code: 1, message: "x".repeat(70 * 2 ** 20), name: "generic" })),
    big
  ),
  lazily(
    "70 MiB of a page",
    () => message(502, { "content-type": "text/html" }, "<p>".repeat((70 * 2 ** 20) / 3)),
    big
  ),
  lazily("gzip of 1 GiB", () => message(200, { ...json, "content-encoding": "gzip" }, gzipBomb()), big),
  answer(
    "a body without end",
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n")
      flood(socket, Buffer.alloc(65_536, " "))
    },
    big
  ),
  answer(
    "chunks of one byte without end",
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
      flood(socket, "1\r\n \r\n".repeat(1000))
    },
    { ...big, timeout: 700 }
  ),
  lastBytes("a length of 1 TB", "HTTP/1.1 200 OK\r\ncontent-length: 1000000000000\r\n\r\n{}")
]
