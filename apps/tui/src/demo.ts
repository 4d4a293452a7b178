import "./memory.ts"
import { run } from "@remote-assist/cli"
import { BadSettings } from "@remote-assist/cli/Settings"
import * as Signals from "@remote-assist/cli/Signals"
import { HttpFetch, Region } from "@remote-assist/core"
import { Emulator } from "@remote-assist/http-mock"
import { flags, seedFormat, worldOf } from "@remote-assist/http-mock/Flags"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import manifest from "../package.json" with { type: "json" }
import * as KeysFile from "./KeysFile.ts"
import * as Terminal from "./renderers/Terminal.ts"
import * as Settings from "./Settings.ts"
import * as Tui from "./Tui.ts"

const demo = Command.make(
  "remote-assist-demo",
  {
    seed: Flag.String("seed").pipe(
      Flag.withMetavar("users=N,calls=N|file.json"),
      Flag.withDescription("Content of the world (default: a small one)"),
      Flag.optional
    ),
    gaps: flags.gaps,
    ...Settings.screenFlags,
    port: Flag.Int("port").pipe(
      Flag.withDescription("Port of the emulator (default: any free port)"),
      Flag.withDefault(0)
    )
  },
  Effect.fnUntraced(function* ({ gaps, keys: file, noMouse, port, screenReader, seed }) {
    const isScreenReader = screenReader || (yield* Settings.screenReader)
    const streams = yield* Terminal.ofProcess(isScreenReader)
    const keys = yield* KeysFile.load(file)
    const world = Option.isSome(seed) ? yield* worldOf(seed.value) : Option.some({})
    if (Option.isNone(world)) return yield* new BadSettings({ message: `--seed takes ${seedFormat}` })
    yield* Effect.gen(function* () {
      const { baseUrl, demo } = yield* Emulator
      const password = Redacted.make(demo.password)
      const region = Region.Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) })
      yield* Tui.run({
        credentials: { _tag: "Password", email: demo.email, password },
        streams,
        keys,
        screenReader: isScreenReader,
        mouse: !noMouse && (yield* Settings.mouse)
      }).pipe(Effect.provide(Layer.provideMerge(Tui.layerEmulator(HttpFetch.layer), region)))
    }).pipe(Effect.provide(Emulator.layerServer({ gaps, journal: 100, port, ...world.value })))
  })
).pipe(
  Command.withDescription("Opens the terminal UI on an emulator in the same process."),
  Command.withExamples([
    { command: "remote-assist-demo", description: "Use a small world" },
    { command: "remote-assist-demo --seed users=100000", description: "Use a large world" },
    { command: "remote-assist-demo --seed world.json", description: "Use your own world" }
  ])
)

run(demo, manifest.version, { teardown: Signals.teardown() })
