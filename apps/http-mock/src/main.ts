import "effect/schema/SchemaJITCompiler/enable"
import * as Cli from "@remote-assist/cli"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import manifest from "../package.json" with { type: "json" }
import { banner } from "./Banner.ts"
import { Emulator } from "./Emulator.ts"
import { flags } from "./Flags.ts"
import * as PartnerKeyFile from "./PartnerKeyFile.ts"

const command = Command.make(
  "remote-assist-mock",
  flags,
  Effect.fnUntraced(function* ({ controlToken, frozenAt, partnerKey, seed, ...options }) {
    const key = yield* Effect.transposeOption(Option.map(partnerKey, PartnerKeyFile.read))
    const ready = Effect.tap(Emulator, (emulator) => Console.log(banner(emulator, options.apiKeyHeader)))
    return yield* Effect.andThen(ready, Effect.never).pipe(
      Effect.provide(
        Emulator.layerServer({
          ...options,
          ...seed,
          controlToken: Option.getOrUndefined(controlToken),
          frozenAt: Option.getOrUndefined(frozenAt),
          partnerKey: Option.getOrUndefined(key)
        })
      )
    )
  })
).pipe(
  Command.withDescription("Emulates the remote-assistance service on this machine, in memory."),
  Command.withExamples([
    { command: "remote-assist-mock --port 0", description: "Start on a free port" },
    {
      command: "remote-assist-mock --seed users=100000,calls=5000",
      description: "Start with 100,000 users and 5,000 calls"
    }
  ])
)

Cli.run(command, manifest.version)
