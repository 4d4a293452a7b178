import { isSecretName } from "@remote-assist/core/Secrets"

import type { Line, Part } from "../../../actions/Report.ts"
import { hidden, mapSecrets } from "../../../requests/secrets.ts"
import { masked } from "../texts.ts"
import type { Differences } from "./Snapshot.ts"

type Change = Differences["us"][number]

/** Changes that are told of one by one in a region; of more, how many there are. */
const most = 200

/** Characters that are shown of a value. */
const longest = 300

/** Where it is, without what is a secret itself: a token is told apart by its own text. */
const pathText = (segments: ReadonlyArray<string>): string =>
  segments.map((segment, at) => (at > 0 && isSecretName(segments[at - 1] ?? "") ? hidden : segment)).join("/")

const valueText = (segments: ReadonlyArray<string>, value: unknown): string => {
  if (value === undefined) return ""
  // an e-mail carries what confirms, in its link
  if (segments.some(isSecretName) || segments[1] === "outbox") return hidden
  return masked(JSON.stringify(mapSecrets("", value, () => hidden))).slice(0, longest)
}

/** A change of the world, without what is secret in it. */
export const changeText = ({ op, path, value }: Change): string => {
  const segments = path.split("/")
  return [op, pathText(segments), valueText(segments, value)].filter((part) => part !== "").join(" ")
}

const tones = { add: "good", remove: "bad" } as const

/** What differs in a region, change by change. */
export const partOf = (region: string, changes: ReadonlyArray<Change>): Part => ({
  title: `${region}: ${changes.length} ${changes.length === 1 ? "change" : "changes"}`,
  lines: [
    ...changes.slice(0, most).map((change): Line => ({
      text: changeText(change),
      ...(change.op === "add" || change.op === "remove" ? { tone: tones[change.op] } : {})
    })),
    ...(changes.length > most ? [{ text: `and ${changes.length - most} more` }] : [])
  ]
})
