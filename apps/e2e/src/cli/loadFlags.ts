import * as Settings from "@remote-assist/cli/Settings"
import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"

import { shapes } from "../load/arrivals.ts"
import { Misuse } from "./choosing.ts"
import * as Flags from "./flags.ts"
import { timeout, whole } from "./whole.ts"

/** What `load` takes. */
export const flags = {
  scenario: Argument.String("scenario").pipe(
    Argument.withDescription("The scenario: its name, a part that no other has, or its file")
  ),
  target: Flags.target,
  ...Settings.flags,
  rate: Flag.Finite("rate").pipe(Flag.withDescription("How many begin a second"), Flag.withDefault(10)),
  arrivals: Flag.Literals("arrivals", shapes).pipe(
    Flag.withDescription("How they follow each other: at random as independent users do, or at even distances"),
    Flag.withDefault(shapes[0])
  ),
  duration: Flag.String("duration").pipe(
    Flag.withDescription("How long is measured, such as 30s, 500ms, 5m or 1h"),
    Flag.withDefault("30s")
  ),
  warmUp: Flag.String("warm-up").pipe(
    Flag.withDescription("How long they begin before that without being measured"),
    Flag.withDefault("0s")
  ),
  maxInFlight: whole("max-in-flight", 1, 100_000).pipe(
    Flag.withDescription("How many may be under way: one that is due beyond is dropped, and counted"),
    Flag.withDefault(1000)
  ),
  timeout: timeout("one"),
  seed: Flags.seed,
  isolate: Flag.Boolean("isolate").pipe(
    Flag.withDescription(
      "Give each a tenant of an emulator: for scenarios that use up what is there once, or move the clock"
    ),
    Flag.withDefault(false)
  ),
  threshold: Flag.String("threshold").pipe(
    Flag.withDescription(
      "What must hold, or it ends with 5: p95<200 (ms), errors<1%, dropped<=0, rate>190, Auth.logIn:p99<50; repeatable"
    ),
    Flag.withMetavar("condition"),
    Flag.between(0, 100)
  ),
  json: Flag.String("json").pipe(
    Flag.withDescription("Write what was measured there as JSON"),
    Flag.withMetavar("file"),
    Flag.optional
  ),
  html: Flag.String("html").pipe(
    Flag.withDescription("Write it there as a page with charts, which opens offline"),
    Flag.withMetavar("file"),
    Flag.optional
  ),
  allowLive: Flag.Boolean("allow-live").pipe(
    Flag.withDescription("Put a live region under load"),
    Flag.withDefault(false)
  ),
  allowDestructive: Flag.Boolean("allow-destructive").pipe(
    Flag.withDescription("Run a scenario against a live region that changes what it did not create"),
    Flag.withDefault(false)
  )
}

/** What {@link flags} yield. */
export type Given = Command.Command.Config.Infer<typeof flags>

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

const longest = 24 * 3_600_000

/** The milliseconds of a duration such as `30s`. */
export const millisOf = (flag: string, text: string): Effect.Effect<number, Misuse> => {
  const [, digits = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text.trim()) ?? []
  const millis = Number(digits) * (units[unit] ?? 0)
  return digits === "" || millis > longest
    ? Effect.fail(
        new Misuse({ message: `${flag} ${text} is no duration such as 30s, 500ms, 5m or 1h, of a day at most.` })
      )
    : Effect.succeed(millis)
}
