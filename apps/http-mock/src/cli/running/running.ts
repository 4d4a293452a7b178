import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { originOf } from "../../server/Listener.ts"
import { probeEither } from "./probe.ts"

/** No emulator runs where one was looked for. */
export class NotRunning extends Schema.TaggedError<NotRunning>()("NotRunning", {
  origin: Schema.String,
  answering: Schema.Literals(["emulator", "something else", "nothing"])
}) {
  override get message() {
    return `No emulator runs at ${this.origin}: ${this.answering} answers there. Start one with remote-assist-mock start, or give its --port.`
  }
}

interface Address {
  readonly host: string
  readonly port: number
  readonly tenant: Option.Option<string>
}

/** The emulator that runs at a port, or a tenant of it: its address, and what it says of itself. */
export const running = Effect.fnUntraced(function* ({ host, port, tenant }: Address) {
  const origin = originOf(host, port)
  const asked = Option.match(tenant, { onNone: () => origin, onSome: (name) => `${origin}/t/${name}` })
  const { answering, base, certificate, index } = yield* probeEither(asked)
  return index === undefined ? yield* new NotRunning({ origin, answering }) : { base, certificate, index }
})
