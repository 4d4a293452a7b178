import type * as HttpClientRequest from "effect/http/HttpClientRequest"

/** A request that changes something, as the service gets it. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

const pathIn = (url: string) => new URL(url).pathname.replace(/^.*\/api/, "")

const bodyIn = (text: string | undefined): unknown => (text === undefined || text === "" ? undefined : JSON.parse(text))

const isSent = ({ method, path }: Sent) => method !== "GET" && !/\/auth|\/oauth/.test(path)

/** What is sent over a line that calls it for each request. */
export const recorder = () => {
  const all: Array<Sent> = []
  return {
    changes: () => all.filter(isSent),
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
  return { method, path: pathIn(url), body: bodyIn(/--data-raw '([^']*)'/.exec(stdout)?.[1]) }
}
