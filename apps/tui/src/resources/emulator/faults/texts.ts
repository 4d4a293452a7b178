import type { Fault, FaultEntry } from "./Fault.ts"

const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? null))

const latencyText = (latency: NonNullable<Fault["latency"]>): string => {
  const { fixed, max, median, min } = latency
  if (fixed !== undefined) return `latency ${text(fixed)} ms`
  return min === undefined ? `latency about ${text(median)} ms` : `latency ${text(min)} to ${text(max)} ms`
}

const kindText = (does: NonNullable<Fault["does"]>): string => {
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
    default:
      return text(does["kind"])
  }
}

/** How long requests wait for it. */
export const latency = ({ latency }: Pick<Fault, "latency">): string =>
  latency === undefined ? "" : latencyText(latency)

/** What it does to a request. */
export const does = (fault: Fault): string =>
  [
    fault.does === undefined ? "" : kindText(fault.does),
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

export const operations = ({ operations, region }: Fault): string =>
  `${operations.join(", ")}${region === undefined ? "" : ` (${region})`}`
