import type { StubRequest } from "../request/StubRequest.ts"

/** Several values that are the first of them where one is asked for. */
export class Values extends Array<string> {
  override toString(): string {
    return this[0] ?? ""
  }
}

// beside the path, whose own fields are its parts
const texts = new WeakMap<object, string>()

/** A path that has its segments and the variables of its template. */
class Path {
  constructor(text: string, parts: object) {
    texts.set(this, text)
    Object.assign(this, parts)
  }
  toString(): string {
    return texts.get(this) ?? ""
  }
}

/** A value as a text. */
export const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return ""
  if (value instanceof Values || value instanceof Path) return value.toString()
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** A value without the form that templates have it in. */
export const plainOf = (value: unknown): unknown =>
  value instanceof Values || value instanceof Path ? value.toString() : value

const recordOf = (values: ReadonlyMap<string, ReadonlyArray<string>>) =>
  Object.fromEntries([...values].map(([name, all]) => [name, Values.from(all)]))

const segmentsOf = (path: string) => path.split("/").slice(1)

/** What a request is about, beside what was sent. */
export interface Arrival {
  readonly id: string
  readonly base: string
  readonly parameters: Readonly<Record<string, string>>
}

/** A request as templates have it. */
export const requestModel = (
  request: StubRequest,
  { base, id, parameters }: Arrival
): Readonly<Record<string, unknown>> => {
  const { body, headers, method, path, query } = request
  const segments = segmentsOf(path)
  const { host, hostname, port, protocol } = new URL(URL.canParse(base) ? base : "http://localhost")
  return {
    id,
    url: path + query,
    path: new Path(path, { ...Object.fromEntries(segments.entries()), ...parameters }),
    pathSegments: segments,
    query: recordOf(request.parameters()),
    formData: recordOf(request.form()),
    method,
    host: hostname,
    port: port || (protocol === "https:" ? "443" : "80"),
    scheme: protocol.replace(":", ""),
    baseUrl: `${protocol}//${host}`,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), Values.of(value ?? "")])
    ),
    cookies: recordOf(request.cookies()),
    body: request.text(),
    bodyAsBase64: Buffer.from(body ?? []).toString("base64")
  }
}
