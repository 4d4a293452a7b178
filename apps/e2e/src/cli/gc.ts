import { Exit, report } from "@remote-assist/cli/Process"
import * as Settings from "@remote-assist/cli/Settings"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { collect } from "../ledger/collect.ts"
import type { Ending } from "../ledger/collect.ts"
import { forget, readLedger, reopen, runs, whoRuns } from "../ledger/known.ts"
import { nameOf } from "../ledger/Line.ts"
import type { Left, Written } from "../ledger/Line.ts"
import { choose } from "../targets/choose.ts"
import type { Place } from "../targets/Place.ts"
import { Misuse } from "./choosing.ts"
import { withEndings } from "./endings.ts"
import { exitCodes } from "./exitCodes.ts"
import type { Given } from "./gcFlags.ts"
import { listed, placeText } from "./gcList.ts"

interface Asked {
  readonly dryRun: boolean
  readonly alsoRunning: boolean
  readonly allowDestructive: boolean
  readonly target: Option.Option<string>
}

const elsewhere = (run: string, place: Place, given: string) =>
  new Misuse({
    message: `Run ${run} was against the ${placeText(place)}, not against ${given}: nothing is removed. Give gc the target of the run.`
  })

/** The target that a run was against, with the keys of the settings. */
const targetOf = Effect.fnUntraced(function* (
  run: string,
  { place, prefix }: Written["head"],
  target: Asked["target"]
) {
  const own = place.kind === "live" ? "live" : place.address
  const given = Option.getOrElse(target, () => own)
  const isUrl = URL.canParse(given)
  if ((isUrl ? new URL(given).origin : given) !== own) return yield* elsewhere(run, place, given)
  const kind = yield* choose(own, prefix)
  const address = (yield* kind.place)?.address
  if (address !== place.address) return yield* elsewhere(run, place, `${address}, which the settings name`)
  return { kind, place }
})

const nothing = (run: string) => Console.log(`Nothing is left behind by run ${run}.`)

const lineOf = (left: Left, ending: Ending, isDry: boolean) => {
  if (ending === "gone") return `gone already: ${nameOf(left)}`
  if (ending === "removed") return `${isDry ? "would remove" : "removed"}: ${nameOf(left)}`
  return `stays: ${nameOf(left)}: ${ending.kept}`
}

const collected = Effect.fnUntraced(function* (run: string, written: Written, asked: Asked) {
  const { allowDestructive, dryRun: isDry } = asked
  const at = yield* targetOf(run, written.head, asked.target)
  let stays = 0
  const file = yield* isDry ? Effect.undefined : reopen(run, written)
  yield* collect(at, [...written.left.values()], {
    prefix: written.head.prefix,
    allowDestructive,
    isDry,
    tell: (left, ending) =>
      Effect.gen(function* () {
        if (typeof ending !== "string") stays++
        else if (file !== undefined) yield* file.removed(left)
        yield* Console.log(lineOf(left, ending, isDry))
      })
  }).pipe(Effect.ensuring(file?.close ?? Effect.void))
  if (stays === 0) return
  yield* Console.error(`${stays} of run ${run} cannot be removed, and ${stays === 1 ? "stays" : "stay"} in its ledger.`)
  return yield* new Exit({ code: exitCodes.leaked })
})

/** Removes what one run left; one that still runs is left alone unless asked. */
const removeOf = Effect.fnUntraced(function* (run: string, asked: Asked, isOneOfAll: boolean) {
  const written = yield* readLedger(run)
  const running = written === undefined ? undefined : whoRuns(written.head)
  if (running !== undefined && !asked.alsoRunning) {
    const message = `Run ${run} still goes on (${running}): what it created it removes itself. Give --also-running if it does not.`
    return yield* isOneOfAll ? Console.error(message) : new Misuse({ message })
  }
  if (written === undefined || written.left.size === 0) return yield* Effect.andThen(forget(run), nothing(run))
  yield* collected(run, written, asked)
}, Effect.scoped)

const list = Effect.gen(function* () {
  let code: number = exitCodes.ok
  const known: Array<Written> = []
  for (const run of yield* runs) {
    const written = yield* Effect.catch(readLedger(run), (error) => {
      code = exitCodes.usage
      return Effect.as(Effect.ignore(report(error)), undefined)
    })
    if (written !== undefined && written.left.size > 0) known.push(written)
  }
  yield* Console.log(listed(known))
  if (code !== exitCodes.ok) return yield* new Exit({ code })
})

/** Lists what runs left behind, and removes it. */
export const gc = Effect.fnUntraced(function* ({ all, config, region, run, ...asked }: Given) {
  if (Option.isSome(run) && all) return yield* new Misuse({ message: "--run and --all cannot go together." })
  if (Option.isSome(run) && !/^\w+$/.test(run.value))
    return yield* new Misuse({ message: `--run ${run.value} is no id of a run. See them with gc alone.` })
  if (Option.isSome(run)) return yield* Settings.provide({ config, region })(removeOf(run.value, asked, false))
  if (!all) return yield* list
  const ids = yield* runs
  if (ids.length === 0) return yield* Console.log(listed([]))
  const ends = yield* Effect.forEach(ids, (id) =>
    Effect.exit(withEndings(Settings.provide({ config, region })(removeOf(id, asked, true))))
  )
  const failed = ends.find(({ _tag }) => _tag === "Failure")
  if (failed !== undefined) return yield* failed
}, withEndings)
