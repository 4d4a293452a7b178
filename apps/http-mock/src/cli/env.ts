import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { defaultPort } from "../Emulator.ts"
import * as Listen from "../flags/Listen.ts"
import { demo } from "../Seed.ts"
import { TenantName } from "../TenantName.ts"
import { environmentOf } from "./Environment.ts"
import { reach } from "./Reach.ts"

/** No emulator runs where one was looked for. */
export class NotRunning extends Schema.TaggedError<NotRunning>()("NotRunning", {
  origin: Schema.String,
  answering: Schema.Literals(["something else", "nothing"])
}) {
  override get message() {
    return `No emulator runs at ${this.origin}: ${this.answering} answers there. Start one with remote-assist-mock start, or give its --port.`
  }
}

const quoted = (value: string) => `'${value.replaceAll("'", String.raw`'\''`)}'`

const exports = {
  sh: (name: string, value: string) => `export ${name}=${quoted(value)}`,
  fish: (name: string, value: string) => `set -gx ${name} ${quoted(value)}`,
  powershell: (name: string, value: string) => `$env:${name} = '${value.replaceAll("'", "''")}'`
}

export const envCommand = Command.make(
  "env",
  {
    port: Listen.port(defaultPort),
    host: Listen.host,
    tenant: Flag.String("tenant").pipe(
      Flag.withDescription("Tenant that the addresses are of"),
      Flag.withSchema(TenantName),
      Flag.optional
    ),
    shell: Flag.Literals("shell", ["sh", "fish", "powershell"]).pipe(
      Flag.withDescription("Which shell evaluates the output"),
      Flag.withDefault("sh" as const)
    )
  },
  Effect.fnUntraced(function* ({ host, port, shell, tenant }) {
    const origin = `http://${host}:${port}`
    const { answering, apiKeyHeader = "" } = yield* reach(origin)
    if (answering !== "emulator") return yield* new NotRunning({ origin, answering })
    const base = Option.match(tenant, { onNone: () => origin, onSome: (name) => `${origin}/t/${name}` })
    const environment = environmentOf({ baseUrl: { us: `${base}/us`, eu: `${base}/eu` }, demo }, apiKeyHeader)
    yield* Console.log(
      Object.entries(environment)
        .map(([name, value]) => exports[shell](name, value))
        .join("\n")
    )
  })
).pipe(
  Command.withDescription("Prints the settings of clients of an emulator that runs, for a shell to evaluate."),
  Command.withExamples([
    { command: 'eval "$(remote-assist-mock env)"', description: "Set them in this shell" },
    { command: "remote-assist-mock env --shell fish | source", description: "The same in fish" }
  ])
)
