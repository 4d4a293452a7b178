import { hidden } from "../actions/Report.ts"
import type { Line } from "../actions/Report.ts"
import type { TabState } from "../engine/inquiries/Tabs.ts"
import type { Freshness } from "../engine/lists/Freshness.ts"
import type { Keys } from "../keymap/Keys.ts"
import { lookedAt } from "../model/looked.ts"
import type { Model } from "../model/Model.ts"
import type { Problem } from "../Problem.ts"
import type { AnyResource } from "../resources/registry.ts"
import { glyphs } from "../theme.ts"
import type { Details, Entry, Said, Section } from "./View.ts"

/** How far what stands in a tab can be trusted. */
export const freshnessOf = ({ aged, failedAt, fetchedAt, isLoading, problem, retryAt }: TabState): Freshness => {
  if (isLoading) return { _tag: "Refreshing" }
  if (failedAt !== undefined && problem?.kind === "offline") return { _tag: "Offline", since: failedAt, retryAt }
  if (fetchedAt === undefined) return { _tag: "Waiting" }
  return aged || failedAt !== undefined ? { _tag: "Stale", since: fetchedAt } : { _tag: "Live" }
}

/** Why a tab could not be read, what to do, and the key that asks again. */
const saidOf = (key: string, { todo, what }: Problem): ReadonlyArray<Said> => [
  { text: `${glyphs.problem} ${what}`, tone: "bad" },
  { text: `${todo} ${key} asks again.`, tone: "plain" }
]

const problemOf = ({ keyOf }: Keys, { problem, report }: TabState): ReadonlyArray<Section> => {
  if (problem !== undefined) return [{ entries: saidOf(keyOf("details.refresh"), problem) }]
  return report === undefined ? [{ entries: [{ text: `${glyphs.busy} asking …`, tone: "warning" }] }] : []
}

/** How to have it as charts, where it can be. */
const chartOf = ({ keyOf }: Keys, { report }: TabState): ReadonlyArray<Entry> =>
  report?.chart === undefined || report.chart.times.length === 0
    ? []
    : [{ label: "Charts", text: `on ${keyOf("details.full")}`, tone: "plain" }]

const entryOf = ({ isCode, label, text, tone = "plain" }: Line): Entry => ({
  ...(label !== undefined && { label }),
  ...(isCode !== undefined && { isCode }),
  text: typeof text === "string" ? text : hidden,
  tone
})

const sectionsOf = (keys: Keys, state: TabState): ReadonlyArray<Section> => [
  ...problemOf(keys, state),
  ...(state.report?.parts ?? []).map(({ lines, title }, at): Section => ({
    ...(title !== undefined && { title }),
    entries: [...lines.map(entryOf), ...(at === 0 ? chartOf(keys, state) : [])]
  }))
]

/** The tabs of a row, and what stands in the one that is looked at in place of the facts. */
export const tabsOf = (model: Model, resource: AnyResource): Pick<Details, "sections" | "tabs"> => {
  const { details, tab } = model.ui.get()
  if (resource.tabs === undefined) return {}
  const looked = lookedAt(model)
  return {
    tabs: resource.tabs.map(({ title }, at) => ({
      key: String(at + 1),
      title,
      isCurrent: at === (details ? tab : 0)
    })),
    ...(looked && { sections: sectionsOf(model.keys, model.tabs.of(looked)) })
  }
}

/** Why what is seen as charts could not be read again, where it could not. */
export const ofChart = (model: Model): ReadonlyArray<Said> => {
  const looked = lookedAt(model)
  const problem = looked && model.tabs.of(looked).problem
  return problem === undefined ? [] : saidOf(model.keys.keyOf("chart.refresh"), problem)
}
