import { run } from "@remote-assist/cli"
import { Region } from "@remote-assist/core"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"

import manifest from "../package.json" with { type: "json" }
import * as Settings from "./Settings.ts"
import * as Terminal from "./Terminal.tsx"
import * as Tui from "./Tui.tsx"

const tui = Command.make(
  "remote-assist",
  {
    region: Flag.Literals("region", ["us", "eu"]).pipe(
      Flag.withDescription("Deployment to connect to, instead of REMOTE_ASSIST_REGION"),
      Flag.optional
    ),
    config: Flag.String("config").pipe(
      Flag.withDescription("File with settings, dotenv or JSON; those it lacks come from the environment"),
      Flag.withMetavar("file"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* ({ config, region }) {
    const streams = yield* Terminal.ofProcess
    const settings = yield* Settings.provider(region, config)
    yield* Effect.gen(function* () {
      const credentials = yield* Settings.credentials
      yield* Effect.provide(Tui.run({ credentials, streams }), Tui.layerLive(Region.Region.layerConfig))
    }).pipe(
      Effect.provideService(ConfigProvider.ConfigProvider, settings),
      Effect.catchTag("ConfigError", (error) => Settings.explain(settings, error))
    )
  })
).pipe(
  Command.withDescription(
    "Administers the users of the remote-assistance service in the terminal.\n\n" +
      "Settings: REMOTE_ASSIST_REGION, REMOTE_ASSIST_US_URL or REMOTE_ASSIST_EU_URL, REMOTE_ASSIST_API_KEY; to log in " +
      "without the form also REMOTE_ASSIST_EMAIL and REMOTE_ASSIST_PASSWORD, or REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN."
  ),
  Command.withExamples([
    { command: "remote-assist --config live.env", description: "Connect with the settings in a file" },
    { command: "remote-assist --region eu", description: "Connect to the other deployment of the same settings" }
  ])
)

run(tui, manifest.version)
