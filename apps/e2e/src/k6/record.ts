import * as Client from "@remote-assist/core/Client"
import { Region } from "@remote-assist/core/Region"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"

import { CurrentRecorder } from "../recorder/Recorder.ts"
import type { Found } from "../runner/discover.ts"
import * as Recording from "../runner/recording.ts"
import { inProcess } from "../targets/inProcess.ts"
import { Target } from "../targets/Target.ts"

/** The prefix of the names that the scenario generates; each iteration of the script has its own. */
export const generatedPrefix = "e2e-export"

/** What a target knows and the script takes from its environment, by the names of the settings. */
const settingsOf = Effect.gen(function* () {
  const { apiKey, apiUrl } = yield* Region
  const { administrator, colleague, demo, personalAccessToken } = yield* Target
  const { aliasRefreshToken, confirmationToken, inviteUrl, newEmailToken } = yield* demo
  const settings: Readonly<Record<string, string>> = {
    REMOTE_ASSIST_API_KEY: Redacted.value(apiKey),
    REMOTE_ASSIST_EMAIL: administrator.email,
    REMOTE_ASSIST_PASSWORD: Redacted.value(administrator.password),
    REMOTE_ASSIST_COLLEAGUE_EMAIL: colleague.email,
    REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: Redacted.value(personalAccessToken),
    REMOTE_ASSIST_INVITE_URL: inviteUrl,
    REMOTE_ASSIST_ALIAS_REFRESH_TOKEN: aliasRefreshToken,
    REMOTE_ASSIST_CONFIRMATION_TOKEN: confirmationToken,
    REMOTE_ASSIST_NEW_EMAIL_TOKEN: newEmailToken
  }
  // the colleague may have the password of the administrator
  return { apiUrl, settings, colleague: { email: colleague.email, password: Redacted.value(colleague.password) } }
})

/** Runs a scenario once on an emulator in this process, and yields its requests and answers with their secrets. */
export const record = ({ about, name, scenario }: Found, seed: number) =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const recording = Recording.make(() => Number(clock.monotonicTimeNanosUnsafe()) / 1e6)
    const target = Recording.layerHttp.pipe(Layer.provideMerge(inProcess(generatedPrefix).make("export")))
    return yield* Effect.gen(function* () {
      const known = yield* settingsOf
      const scope = yield* Scope.make()
      const exit = yield* Effect.exit(Scope.provide(scenario.run, scope))
      /** How many of the exchanges come before the clean-up. */
      const acts = recording.exchanges.length
      yield* Scope.close(scope, exit)
      if (Exit.isFailure(exit)) return yield* Effect.failCause(exit.cause)
      return { ...known, name, about, exchanges: recording.exchanges, steps: recording.steps, acts }
    }).pipe(
      Random.withSeed(`${seed} ${name}`),
      Effect.provide(Layer.provideMerge(Client.layer, target), { local: true }),
      Effect.provideService(CurrentRecorder, recording.recorder)
    )
  })

/** The requests of a scenario, and what they were made of. */
export type Recorded = Effect.Success<ReturnType<typeof record>>
