import { createHash } from "node:crypto"

import type { LeftOut } from "../control/upstream/Recording.ts"
import type { ResponseDefinition, RequestPattern, StubMapping } from "../stubs/mapping/StubMapping.ts"
import type { Recorded } from "./responseDefinition.ts"

/** A file to be written, by its path in the folder. */
export interface File {
  readonly path: string
  readonly bytes: Uint8Array
}

interface Known {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly request: RequestPattern
  readonly answers: Array<{ readonly key: string; readonly recorded: Recorded }>
}

const mostMappings = 1000

const mostAnswers = 20

const mostBytes = 64 * 1024 * 1024

/** The mappings of requests that were passed on, each request once with what it was answered in turn. */
export interface MappingLog {
  readonly add: (request: RequestPattern, recorded: Recorded) => void
  readonly leaveOut: (why: string) => void
  readonly mappings: () => ReadonlyArray<StubMapping>
  readonly leftOut: () => ReadonlyArray<LeftOut>
  /** What changed since this was asked last, as files. */
  readonly changed: () => ReadonlyArray<File>
  readonly clear: () => void
}

const digest = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex")

// as of a UUID that is made of a name
const idOf = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`

const addressOf = ({ url, urlPath, urlPathPattern }: RequestPattern) => url ?? urlPath ?? urlPathPattern ?? ""

const slugOf = (request: RequestPattern, hex: string) => {
  const words = `${request.method ?? "any"} ${addressOf(request).split("?", 1)[0]}`
  return `${words
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60)}-${hex.slice(0, 8)}`
}

const stateOf = (turn: number) => (turn === 0 ? "Started" : `answer ${turn + 1}`)

const fileOf = ({ slug }: Known, turn: number, extension: string) => `${slug}-${turn + 1}.${extension}`

const responseOf = (
  known: Known,
  turn: number,
  { file, response }: Recorded,
  isInline: boolean
): ResponseDefinition => {
  if (file === undefined) return response
  return isInline
    ? { ...response, base64Body: Buffer.from(file.bytes).toString("base64") }
    : { ...response, bodyFileName: fileOf(known, turn, file.extension) }
}

const mappingsOf = (known: Known, isInline: boolean): ReadonlyArray<StubMapping> =>
  known.answers.map(({ recorded }, turn) => ({
    id: known.answers.length === 1 ? known.id : idOf(digest(`${known.id} ${turn}`)),
    name: known.name,
    request: known.request,
    response: responseOf(known, turn, recorded, isInline),
    ...(known.answers.length === 1
      ? {}
      : {
          scenarioName: known.slug,
          requiredScenarioState: stateOf(turn),
          ...(turn + 1 === known.answers.length ? {} : { newScenarioState: stateOf(turn + 1) })
        })
  }))

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`)

export const make = (): MappingLog => {
  const all = new Map<string, Known>()
  const left = new Map<string, number>()
  const touched = new Set<Known>()
  let bytes = 0
  const leaveOut = (why: string) => void left.set(why, (left.get(why) ?? 0) + 1)

  const knownOf = (request: RequestPattern): Known | undefined => {
    const key = JSON.stringify(request)
    const there = all.get(key)
    if (there !== undefined || all.size === mostMappings) return there
    const hex = digest(key)
    const name = `${request.method ?? "ANY"} ${addressOf(request)}`
    const made = { id: idOf(hex), name, slug: slugOf(request, hex), request, answers: [] }
    all.set(key, made)
    return made
  }

  return {
    add: (request, recorded) => {
      const known = knownOf(request)
      if (known === undefined) return leaveOut(`there are ${mostMappings} mappings, which is the most`)
      const key = digest(JSON.stringify([recorded.response, recorded.file && digest(recorded.file.bytes)]))
      if (known.answers.at(-1)?.key === key) return
      if (known.answers.length === mostAnswers)
        return leaveOut(`the request had ${mostAnswers} answers in turn already, which is the most`)
      if (bytes + recorded.size > mostBytes) return leaveOut("the answers have 64 MiB already, which is the most")
      bytes += recorded.size
      known.answers.push({ key, recorded })
      touched.add(known)
    },
    leaveOut,
    mappings: () => [...all.values()].flatMap((known) => mappingsOf(known, true)),
    leftOut: () => [...left].map(([why, requests]) => ({ why, requests })),
    changed: () => {
      const files = [...touched].flatMap((known): ReadonlyArray<File> => {
        const mappings = mappingsOf(known, false)
        const [alone, ...more] = mappings
        return [
          ...known.answers.flatMap(({ recorded: { file } }, turn) =>
            file === undefined ? [] : [{ path: `__files/${fileOf(known, turn, file.extension)}`, bytes: file.bytes }]
          ),
          { path: `mappings/${known.slug}.json`, bytes: json(more.length === 0 ? alone : { mappings }) }
        ]
      })
      touched.clear()
      return files
    },
    clear: () => {
      all.clear()
      left.clear()
      touched.clear()
      bytes = 0
    }
  }
}
