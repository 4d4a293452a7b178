import "./production.ts"
import { run } from "@remote-assist/cli"
import { Region } from "@remote-assist/core"
import { Emulator } from "@remote-assist/http-mock"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import manifest from "../package.json" with { type: "json" }
import * as Terminal from "./Terminal.tsx"
import * as Tui from "./Tui.tsx"

const mostUsers = 10_000_000

const readSeed = (text: string) =>
  Option.fromNullishOr(/^users=(\d+)$/.exec(text)?.[1]).pipe(
    Option.map(Number),
    Option.filter((users) => users <= mostUsers)
  )

const demo = Command.make(
  "remote-assist-demo",
  {
    seed: Flag.String("seed").pipe(
      Flag.withDescription("Size of the world, such as users=100000"),
      Flag.withMetavar("users=N"),
      Flag.filterMap(readSeed, () => `users=N with N up to ${mostUsers}`),
      Flag.optional
    ),
    port: Flag.Int("port").pipe(
      Flag.withDescription("Port of the emulator; any free one unless set"),
      Flag.withDefault(0)
    )
  },
  Effect.fnUntraced(function* ({ port, seed }) {
    const streams = yield* Terminal.ofProcess
    yield* Effect.gen(function* () {
      const { baseUrl, demo } = yield* Emulator
      const password = Redacted.make(demo.password)
      const region = Region.Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) })
      yield* Tui.run({ credentials: { _tag: "Password", email: demo.email, password }, streams }).pipe(
        Effect.provide(Tui.layerLive(region))
      )
    }).pipe(Effect.provide(Emulator.layerServer(Option.isSome(seed) ? { port, users: seed.value } : { port })))
  })
).pipe(
  Command.withDescription(
    "Opens the terminal UI on an emulated service in the same process, with a world to try things on."
  ),
  Command.withExamples([
    { command: "remote-assist-demo", description: "A small world" },
    { command: "remote-assist-demo --seed users=100000", description: "A large one" }
  ])
)

run(demo, manifest.version)
