import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Exit, run } from "../src/Cli.ts"

class PortTaken extends Schema.TaggedError<PortTaken>()("PortTaken", { port: Schema.Int }) {
  override get message() {
    return `Port ${this.port} is taken. Choose another with --port`
  }
}

const serve = (port: number): Effect.Effect<void, PortTaken | Exit> =>
  port === 1 ? Effect.fail(new PortTaken({ port })) : port === 2 ? Effect.fail(new Exit({ code: 7 })) : Effect.void

const port = Flag.Int("port").pipe(Flag.withDefault(0))

const command = Command.make("fixture", { port }, (flags) => serve(flags.port))

const usageCode = process.env["USAGE_CODE"]

run(command, "1.2.3", { usageCode: usageCode === undefined ? undefined : Number(usageCode) })
