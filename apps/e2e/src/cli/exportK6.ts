import { statSync } from "node:fs"

import * as Contract from "@remote-assist/core/Contract"
import { didYouMean } from "@remote-assist/core/Text"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { scriptOf } from "../k6/script.ts"
import { record } from "../k6/values.ts"
import { formatCommand } from "../runner/failureText.ts"
import { describeFailure } from "../runner/Result.ts"
import { failOnUncaught } from "../runner/Run.ts"
import { usageError, withTimeLimit } from "../targets/Target.ts"
import { defaultTimeout } from "./flags.ts"
import type { K6 } from "./flags.ts"
import { checkFile, writeFile } from "./outputFiles.ts"
import { selectOne } from "./selection.ts"

const omissions = {
  clock: "it moves the clock, which k6 cannot, so checks of what follows may fail",
  outbox: "it reads e-mails, which k6 cannot",
  control: "it uses the emulator's control plane, which k6 cannot, so checks of what follows may fail"
}

// neither a device nor a pipe
const exists = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true

/** Writes a scenario as a k6 script. */
export const run = Effect.fnUntraced(function* (options: K6) {
  const { duration, force, output, rate, scenario, seed, threshold } = options
  const found = yield* selectOne(scenario)
  const thresholds = yield* Effect.forEach(threshold, parseThreshold)
  // otherwise no request may fail
  if (thresholds.every(({ metric }) => metric !== "checks")) thresholds.push({ metric: "checks", condition: "rate>=1" })
  if (!/^\d+(?:\.\d+)?(?:ms|s|m|h)$/.test(duration))
    return yield* usageError(`--duration ${duration} is invalid. Give one such as 30s, 500ms, 5m or 1h.`)
  if (force && Option.isNone(output)) return yield* usageError("--force needs --output. Add it, or leave --force out.")
  for (const file of Option.toArray(output)) {
    if (!force && exists(file)) return yield* usageError(`${file} already exists. Give another name or --force.`)
    yield* checkFile(file)
  }
  const limited = withTimeLimit(record(found, seed), found.scenario.timeout ?? `${defaultTimeout} seconds`)
  const recorded = yield* Effect.catchCause(failOnUncaught(limited), (cause) => {
    const { compared, message } = describeFailure(cause, found.file)
    const [what] = message.split("\n")
    const reason =
      compared === undefined ? message : `${what} (expected ${compared.expected}, actual ${compared.actual})`
    return usageError(`${found.name} cannot be recorded because it fails on an emulator: ${reason}`)
  })
  if (recorded.exchanges.length === 0) return yield* usageError(`${found.name} sends no requests to export.`)
  const omitted = found.scenario.needs.flatMap((need) => (need === "world" ? [] : omissions[need]))
  const repeated = threshold.flatMap((one) => ["--threshold", one])
  const flags = ["--rate", String(rate), "--duration", duration, ...repeated, "--seed", String(seed)]
  const command = formatCommand("export", "k6", scenario, ...flags)
  const { settings, source } = scriptOf(recorded, { command, rate, duration, thresholds, omitted })
  const obstacle = found.scenario.destructive
    ? "it changes data that it did not create, which its iterations would share"
    : "it sends the token of an e-mail, which k6 cannot read"
  if (found.scenario.destructive || recorded.mailedTokens.some((token) => source.includes(token)))
    return yield* usageError(
      `${found.name} cannot be exported because ${obstacle}. Export another scenario, such as users/administrator-is-provisioned.`
    )
  for (const what of omitted) yield* Console.error(`Omitted from the script: ${what}.`)
  if (Option.isNone(output)) return yield* Console.log(source.trimEnd())
  if (yield* writeFile(output.value, source))
    yield* Console.error(`Written to ${output.value}. It reads ${settings.join(", ")} from the environment.`)
}, Effect.scoped)

const form =
  /^([\w.]+(?:\{name:([\w.]+)\})?)=((?:p\(\d+(?:\.\d+)?\)|avg|min|med|max|count|rate)(?:<=?|>=?|==)\d+(?:\.\d+)?)$/

const metrics = [
  ..."checks data_received data_sent dropped_iterations iteration_duration iterations vus vus_max".split(" "),
  ..."blocked connecting duration failed receiving sending tls_handshaking waiting"
    .split(" ")
    .map((of) => `http_req_${of}`),
  "http_reqs"
]

const examples = "http_req_duration=p(95)<200, checks=rate>=0.99 or http_req_duration{name:Auth.logIn}=max<500"

/** Parses a threshold in the form of k6. */
const parseThreshold = Effect.fnUntraced(function* (text: string) {
  const refused = (reason: string) => usageError(`--threshold ${text} is invalid${reason}`)
  const [, metric, operation, condition] = form.exec(text) ?? []
  if (metric === undefined || condition === undefined)
    return yield* refused(`. Give a metric and a condition of k6, such as ${examples}.`)
  const name = metric.replace(/\{.*/, "")
  if (!metrics.includes(name)) return yield* refused(`: k6 has no metric ${name}.${didYouMean(name, metrics)}`)
  const known: ReadonlyArray<string> = Contract.operations.map(({ id }) => id)
  if (operation !== undefined && !known.includes(operation))
    return yield* refused(`: there is no operation ${operation}.${didYouMean(operation, known)}`)
  return { metric, condition }
})
