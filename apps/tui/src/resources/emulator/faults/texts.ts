import type { Fault, FaultEntry } from "./Fault.ts"

const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? null))

const latencyText = (latency: NonNullable<Fault["latency"]>): string => {
  const { fixed, max, median, min } = latency
  if (fixed !== undefined) return `latency ${text(fixed)} ms`
  return min === undefined ? `latency about ${text(median)} ms` : `latency ${text(min)} to ${text(max)} ms`
}

type Effect = Exclude<NonNullable<Fault["does"]>, ReadonlyArray<unknown>>

const kindText = (does: Effect): string => {
  switch (does["kind"]) {
    case "status":
      return text(does["status"])
    case "expired":
      return "expired token"
    case "rateLimit":
      return `429, retry after ${text(does["retryAfter"])} s`
    case "html":
      return "page of a proxy"
    case "reset":
      return "connection reset"
    case "override":
      return "answer edited"
    case "worst":
      return "worst by the contract"
    case "body":
      return `another answer, ${text(does["status"] ?? 200)}`
    default:
      return text(does["kind"])
  }
}

const isSeveral = (does: NonNullable<Fault["does"]>): does is ReadonlyArray<Effect> => Array.isArray(does)

const shown = 3

const effectsText = (does: NonNullable<Fault["does"]>): string => {
  if (!isSeveral(does)) return kindText(does)
  const first = does.slice(0, shown).map(kindText).join(", then ")
  return does.length > shown ? `${first}, and ${does.length - shown} more` : first
}

/** How long requests wait for it. */
export const latency = ({ latency }: Pick<Fault, "latency">): string =>
  latency === undefined ? "" : latencyText(latency)

/** What it does to a request. */
export const does = (fault: Fault): string =>
  [
    fault.does === undefined ? "" : effectsText(fault.does),
    latency(fault),
    fault.after === true ? "after it happened" : ""
  ]
    .filter((part) => part !== "")
    .join(", ")

/** Which of the requests that it is for it hits. */
export const when = ({ when }: Fault): string => {
  if (when === undefined) return "every one"
  if (when["first"] !== undefined) return `first ${text(when["first"])}`
  return when["nth"] === undefined ? `${Number(when["probability"]) * 100} %` : `number ${text(when["nth"])}`
}

/** How many requests it hit, and of how many where that is known. */
export const hits = ({ hits, remaining }: Pick<FaultEntry, "hits" | "remaining">): string =>
  remaining === undefined ? `${hits} ${hits === 1 ? "hit" : "hits"}` : `${hits} of ${hits + remaining}`

export const operations = ({ caller, operations, region, where }: Fault): string =>
  [
    operations.join(", "),
    region === undefined ? "" : ` (${region})`,
    caller === undefined ? "" : ` of ${text(caller)}`,
    where === undefined ? "" : ", some requests"
  ].join("")
