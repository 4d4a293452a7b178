import type * as HttpClientRequest from "effect/http/HttpClientRequest"

/** A request that changes something, as the service gets it. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

const pathIn = (url: string) => new URL(url).pathname.replace(/^.*\/api/, "")

const bodyIn = (text: string | undefined): unknown => (text === undefined || text === "" ? undefined : JSON.parse(text))

/** Whether it only keeps the state that there was before, or drops it. */
const isAside = /^(?:PUT|DELETE) \/__mock\/snapshots\/before-restore-\d+$/

/** Whether a line of method and path is one that changes something, other than the session. */
export const isChange = (line: string): boolean => !/^GET|\/o?auth/.test(line) && !isAside.test(line)

const isSent = ({ method, path }: Sent) => isChange(`${method} ${path}`)

const isAsked = ({ path }: Sent) => path.startsWith("/v1/token/")

/** The request without its secrets. */
export const masked = <Value>(value: Value): Value =>
  JSON.parse(
    JSON.stringify(value, (name, inner: unknown) => (/password|token/.test(name) ? "•" : inner)) ?? "null"
  ) as Value

/** Records the requests of a connection. */
export const recorder = () => {
  const all: Array<Sent> = []
  return {
    changes: () => all.filter(isSent),
    /** The requests about tokens. */
    asked: () => all.filter(isAsked),
    note: ({ body, method, url }: HttpClientRequest.HttpClientRequest) => {
      const text = body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : undefined
      all.push({ method, path: pathIn(url), body: bodyIn(text) })
    }
  }
}

/** The request that `--dry-run --json` says. */
export const ofDry = (stdout: string): Sent => {
  const { body, method, url } = JSON.parse(stdout) as { method: string; url: string; body?: unknown }
  return { method, path: pathIn(url), body }
}

/** The request that `--curl` prints. */
export const ofCurl = (stdout: string): Sent => {
  const [, method = "", url = ""] = /-X (\S+) '([^']*)'/.exec(stdout) ?? []
  const body = /--data-raw '(.*)'$/m.exec(stdout)?.[1]
  return { method, path: pathIn(url), body: bodyIn(body?.replaceAll(/'"\$\w+"'/g, "•")) }
}
