import type { Answered } from "@remote-assist/core/Http"
import { Http } from "@remote-assist/core/Http"
import { Region } from "@remote-assist/core/Region"
import { scenario, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { load } from "../../src/load/Load.ts"
import type { LoadOptions } from "../../src/load/Load.ts"
import { loadReport } from "../../src/load/LoadReport.ts"
import type { LoadReport } from "../../src/load/LoadReport.ts"
import * as Threshold from "../../src/load/Threshold.ts"
import type { TargetKind } from "../../src/targets/Target.ts"

const secret = Redacted.make("demo-secret")

const person = { email: "ada@example.com", password: secret }

/** A target that answers as it is told; nobody is known there. */
export const answering = (answer: Effect.Effect<Answered>): TargetKind => ({
  name: "target of the test",
  place: Effect.undefined,
  isLive: false,
  isThere: Effect.void,
  make: () =>
    Layer.mergeAll(
      Region.layer({ name: "us", baseUrl: "http://localhost", apiKey: secret }),
      Layer.succeed(Http, { exchange: () => answer }),
      Layer.succeed(
        Target,
        Target.of({
          administrator: person,
          colleague: person,
          personalAccessToken: secret,
          prefix: "e2e-test",
          offers: [],
          advance: () => Effect.void,
          mails: () => Effect.succeed([]),
          demo: Effect.die("no demo"),
          control: Effect.die("no control")
        })
      )
    )
})

export const ok: Answered = { status: 200, headers: {}, body: "{}" }

/** A scenario of one request. */
export const asks = scenario(
  Effect.flatMap(Http, ({ exchange }) =>
    exchange({ method: "GET", url: "http://localhost/api/v1/token/info", headers: {}, body: undefined }, 1000)
  ).pipe(Effect.asVoid)
)

/** Puts a target under load, and yields what was measured, also when it is interrupted. */
export const loaded = (
  options: Partial<LoadOptions> & Pick<LoadOptions, "kind">,
  thresholds: ReadonlyArray<string> = [],
  tell: (report: LoadReport) => void = () => {}
) =>
  Effect.gen(function* () {
    const all: LoadOptions = {
      id: "test",
      found: { name: "asks", file: "asks.ts", about: "", scenario: asks },
      rate: 100,
      shape: "constant",
      duration: 10_000,
      warmUp: 0,
      maxInFlight: 1000,
      seed: 1,
      timeout: 60,
      isolate: false,
      ...options
    }
    let report: LoadReport | undefined
    const asked = thresholds.flatMap((text) => {
      const read = Threshold.read(text)
      return read._tag === "Success" ? [read.success] : []
    })
    yield* load(all, {
      begun: () => {},
      goesOn: () => {},
      ended: (loaded, interrupted) => {
        report = loadReport(all, loaded, { interrupted, thresholds: asked })
        tell(report)
      }
    })
    return yield* Effect.fromNullishOr(report)
  })
