import "./memory.ts"
import "./production.ts"
import { run } from "@remote-assist/cli"
import * as Settings from "@remote-assist/cli/Settings"
import { RegionConfig } from "@remote-assist/core"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import manifest from "../package.json" with { type: "json" }
import { credentials as logIn } from "./Settings.ts"
import * as Terminal from "./Terminal.tsx"
import * as Tui from "./Tui.tsx"

const tui = Command.make(
  "remote-assist",
  Settings.flags,
  Effect.fnUntraced(function* (sources) {
    const streams = yield* Terminal.ofProcess
    yield* Effect.gen(function* () {
      const credentials = yield* logIn
      yield* Effect.provide(Tui.run({ credentials, streams }), Tui.layerLive(RegionConfig.layer))
    }).pipe(Settings.provide(sources))
  })
).pipe(
  Command.withDescription(
    "Administers the users of the remote-assistance service in the terminal.\n\n" +
      "Settings: REMOTE_ASSIST_REGION, REMOTE_ASSIST_US_URL or REMOTE_ASSIST_EU_URL, REMOTE_ASSIST_API_KEY; to log in " +
      "without the form also REMOTE_ASSIST_EMAIL and REMOTE_ASSIST_PASSWORD, or REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN."
  ),
  Command.withExamples([
    { command: "remote-assist --config live.env", description: "Connect with the settings in a file" },
    { command: "remote-assist --region eu", description: "Connect to the other region of the same settings" }
  ])
)

run(tui, manifest.version)
