/** The parts of an HTTP archive (HAR 1.2) that the page reads. */
interface Named {
  readonly name: string
  readonly value: string
}

export interface HarEntry {
  readonly _id: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: ReadonlyArray<Named>
    readonly postData?: { readonly text: string; readonly comment?: string }
  }
  readonly response: {
    readonly status: number
    readonly headers: ReadonlyArray<Named>
    readonly content: {
      readonly size: number
      readonly text: string
      readonly encoding?: string
      readonly comment?: string
    }
  }
}

export interface Har {
  readonly log: { readonly entries: ReadonlyArray<HarEntry> }
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** Checks whether JSON is an HTTP archive. */
export const isHar = (value: unknown): value is Har =>
  isObject(value) && "log" in value && isObject(value.log) && "entries" in value.log && Array.isArray(value.log.entries)

const masked = "[redacted]"

const ownHeaders =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|user-agent|accept.*|sec-.*|origin|referer)$/

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

interface ScenarioSubject {
  readonly operation: string | null
  readonly reason?: string | undefined
}

/** Formats a request as a scenario that sends it again and expects its status. Masked credentials come from the run. */
export const toScenario = ({ request, response }: HarEntry, { operation, reason }: ScenarioSubject): string => {
  const { pathname, search } = new URL(request.url)
  const path = `${pathname.replace(/^.*?\/api(?=\/)/, "")}${search}`
  const sent = request.headers.filter(({ name }) => !ownHeaders.test(name))
  const plain = sent.filter(({ value }) => !value.includes(masked))
  const hasToken = sent.some(({ name, value }) => name === "authorization" && value.includes(masked))
  const hasKey = sent.some(({ name, value }) => name !== "authorization" && value.includes(masked))
  const headers = [
    ...(hasKey ? ["...(yield* apiKeyHeader)"] : []),
    ...(hasToken ? ["authorization: Redacted.value(yield* session.token)"] : []),
    ...plain.map(({ name, value }) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  ]
  const body = request.postData === undefined ? "" : `, body: ${JSON.stringify(parse(request.postData.text))}`
  const kind = hasToken ? "administratorScenario" : "scenario"
  const names = [hasKey ? "apiKeyHeader" : "", hasToken ? kind : "", "Expect", hasToken ? "" : kind, "sendRaw", "step"]
  const title = `${request.method} ${path}`
  const because = reason === undefined ? "" : `: ${reason.replaceAll("*/", "* /")}`
  const incomplete = `${path}${body}`.includes(masked)
    ? `${because === "" ? "." : ""} Replace each ${masked} first.`
    : ""
  return `import { ${names.filter((name) => name !== "").join(", ")} } from "@remote-assist/e2e"
${hasToken ? 'import * as Redacted from "effect/Redacted"\n' : ""}
/** ${title.replaceAll("*/", "* /")} is ${response.status}${because}${incomplete} */
export default ${kind}(function* (${hasToken ? "{ session }" : ""}) {
  const headers = { ${headers.join(", ")} }
  const answer = yield* step(
    ${JSON.stringify(operation ?? title)},
    sendRaw({ method: ${JSON.stringify(request.method)}, path: ${JSON.stringify(path)}, headers${body} })
  )
  yield* Expect.equal("its status", answer.status, ${response.status})
})
`
}
