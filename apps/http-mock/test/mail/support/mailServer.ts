import { once } from "node:events"

import { SMTPServer } from "smtp-server"
import type { SMTPServerOptions } from "smtp-server"
import { onTestFinished } from "vitest"

import { textOf } from "../../support/command.ts"

/** A message that a mail server received. */
export interface Received {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly text: string
  readonly user: string | undefined
}

/** A list of received items that can be awaited. */
export const inbox = <One>() => {
  const all: Array<One> = []
  const waiting = new Set<() => void>()
  return {
    all,
    add: (one: One) => {
      all.push(one)
      for (const look of waiting) look()
    },
    /** Waits until it has `count` items. */
    when: (count: number) =>
      new Promise<ReadonlyArray<One>>((resolve) => {
        const look = () => {
          if (all.length < count) return
          waiting.delete(look)
          resolve(all)
        }
        waiting.add(look)
        look()
      })
  }
}

/** A mail server on a free port, closed when the test ends. */
export const mailServer = async (options: SMTPServerOptions = {}) => {
  const received = inbox<Received>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onAuth: ({ username }, _, done) => done(null, { user: username }),
    onData: (stream, { envelope, user }, done) => {
      void textOf(stream).then((text) => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address
        received.add({ from, to: envelope.rcptTo.map(({ address }) => address), text, user })
        done()
      })
    },
    ...options
  })
  server.on("error", () => {})
  server.listen(0, "127.0.0.1")
  await once(server.server, "listening")
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { ...received, port, url: `smtp://127.0.0.1:${port}` }
}
