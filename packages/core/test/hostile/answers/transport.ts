import type { Answer } from "../server.ts"
import { answer, bytes, drip, flood, lastBytes, message } from "./write.ts"

const good = message(200, { "content-type": "application/json" }, "{}")

const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"

/** What can happen to a connection. */
export const transport: ReadonlyArray<Answer> = [
  answer("closed before it answers", (socket) => socket.end()),
  answer("reset before it answers", (socket) => socket.resetAndDestroy()),
  lastBytes("closed in the status line", "HTTP/1.1 20"),
  lastBytes("closed in a header", "HTTP/1.1 200 OK\r\ncontent-ty"),
  lastBytes("closed in the body", 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"entries":['),
  answer("reset in the body", (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"entries":[')
    setTimeout(() => socket.resetAndDestroy(), 10)
  }),
  bytes(
    "longer than its content-length",
    'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"entries":[],"total_pages":1}'
  ),
  bytes("an invalid chunk size", `${chunked}zz\r\n{}\r\n0\r\n\r\n`),
  lastBytes("closed in a chunk", `${chunked}ff\r\n{"entries"`),
  lastBytes("closed before the last chunk", `${chunked}2\r\n{}\r\n`),
  bytes("a chunk extension of 100 kB", `${chunked}2;${"x".repeat(100_000)}\r\n{}\r\n0\r\n\r\n`),
  bytes("trailers of 100 kB", `${chunked}2\r\n{}\r\n0\r\nx: ${"x".repeat(100_000)}\r\n\r\n`),
  answer("never", () => undefined, { slow: true }),
  bytes("a head and no body", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n", { slow: true }),
  answer("a head byte by byte", (socket) => drip(socket, 50, (step) => "HTTP/1.1 200 OK\r\nx: "[step] ?? "y"), {
    slow: true
  }),
  answer(
    "a body byte by byte",
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n")
      drip(socket, 50, () => " ")
    },
    { slow: true }
  ),
  answer("closed behind an answer that keeps it alive", (socket) => socket.end(good)),
  answer("two answers to one request", (socket) => socket.write(Buffer.concat([good, good]))),
  answer("an answer before it is asked again", (socket) => {
    socket.write(good)
    setTimeout(() => socket.write(message(200, {}, '"late"')), 2)
  }),
  answer("100 Continue for ever", (socket) => flood(socket, "HTTP/1.1 100 Continue\r\n\r\n".repeat(100)), {
    slow: true
  }),
  answer(
    "103 Early Hints for ever",
    (socket) => flood(socket, "HTTP/1.1 103 Hints\r\nlink: </x>\r\n\r\n".repeat(100)),
    {
      slow: true
    }
  ),
  bytes("101 Switching Protocols", "HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n", {
    slow: true
  }),
  lastBytes("another protocol", "SSH-2.0-OpenSSH_9.6\r\n"),
  lastBytes("TLS", Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28])),
  lastBytes("HTTP/0.9", "<html>hello</html>"),
  lastBytes("HTTP/1.0 without a length", "HTTP/1.0 200 OK\r\n\r\n{}"),
  lastBytes("HTTP/2", Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), Buffer.alloc(9)])),
  lastBytes("a status that is not a number", "HTTP/1.1 2OO OK\r\ncontent-length: 2\r\n\r\n{}"),
  lastBytes("a status of four digits", "HTTP/1.1 2000 OK\r\ncontent-length: 2\r\n\r\n{}"),
  lastBytes("nothing but blank lines", "\r\n".repeat(1000))
]
