import * as Client from "@remote-assist/core/Client"
import { Region } from "@remote-assist/core/Region"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"

import { CurrentRecorder } from "../recorder/Recorder.ts"
import type { Exchange, StepRecord } from "../recorder/Recorder.ts"
import type { Found } from "../runner/discover.ts"
import * as Recording from "../runner/recording.ts"
import { inProcess } from "../targets/inProcess.ts"
import { Target } from "../targets/Target.ts"

/** What a target knows and a script must be given, by the setting that it comes from. */
export interface Given {
  readonly setting: string
  readonly value: string
}

/** What a scenario sent, with its secrets. */
export interface Recorded {
  readonly name: string
  readonly about: string
  readonly exchanges: ReadonlyArray<Exchange>
  readonly steps: ReadonlyArray<StepRecord>
  /** What addresses begin with, up to and with `/api`. */
  readonly apiUrl: string
  readonly given: ReadonlyArray<Given>
  /** Of the colleague: their password may be that of the administrator. */
  readonly colleague: { readonly email: string; readonly password: string }
}

/** What the names begin with that the scenario makes up: each run of the script has others. */
export const madeUp = "e2e-export"

const known = Effect.gen(function* () {
  const { apiKey, apiUrl } = yield* Region
  const { administrator, colleague, demo, personalAccessToken } = yield* Target
  const { aliasRefreshToken, confirmationToken, inviteUrl, newEmailToken } = yield* demo
  const given: ReadonlyArray<Given> = [
    { setting: "REMOTE_ASSIST_API_KEY", value: Redacted.value(apiKey) },
    { setting: "REMOTE_ASSIST_EMAIL", value: administrator.email },
    { setting: "REMOTE_ASSIST_PASSWORD", value: Redacted.value(administrator.password) },
    { setting: "REMOTE_ASSIST_COLLEAGUE_EMAIL", value: colleague.email },
    { setting: "REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN", value: Redacted.value(personalAccessToken) },
    { setting: "REMOTE_ASSIST_INVITE_URL", value: inviteUrl },
    { setting: "REMOTE_ASSIST_ALIAS_REFRESH_TOKEN", value: aliasRefreshToken },
    { setting: "REMOTE_ASSIST_CONFIRMATION_TOKEN", value: confirmationToken },
    { setting: "REMOTE_ASSIST_NEW_EMAIL_TOKEN", value: newEmailToken }
  ]
  return { apiUrl, given, colleague: { email: colleague.email, password: Redacted.value(colleague.password) } }
})

/** Runs a scenario once on an emulator of this process, and yields the requests and answers as they were. */
export const record = ({ about, name, scenario }: Found, seed: number) =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const recording = Recording.make(() => Number(clock.monotonicTimeNanosUnsafe()) / 1e6)
    const target = Recording.layerHttp.pipe(Layer.provideMerge(inProcess(madeUp).make("export")))
    const said = yield* Effect.gen(function* () {
      const said = yield* known
      yield* Effect.scoped(scenario.run)
      return said
    }).pipe(
      Random.withSeed(`${seed} ${name}`),
      Effect.provide(Layer.provideMerge(Client.layer, target), { local: true }),
      Effect.provideContext(Context.make(CurrentRecorder, recording.recorder))
    )
    const recorded: Recorded = {
      name,
      about,
      exchanges: recording.exchanges,
      steps: recording.steps,
      ...said
    }
    return recorded
  })
