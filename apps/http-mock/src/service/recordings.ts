import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import type { RegionState } from "../tenants/Tenant.ts"
import { problem } from "../wire/errors.ts"
import * as Calls from "../world/calls/Calls.ts"
import { admits, recordingPath } from "../world/calls/recordingAddress.ts"

/** What part of some bytes a request asks for: first and last, or that there is none of them. */
export type Part = { readonly first: number; readonly last: number } | "none"

/** The part that a header `range` asks for; nothing where it is no single range of bytes, and all is sent (RFC 9110, 14.2). */
export const partOf = (range: string, size: number): Part | undefined => {
  const [, from, to] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? []
  if (from === undefined || to === undefined || (from === "" && to === "")) return undefined
  if (from === "") return Number(to) === 0 ? "none" : { first: Math.max(0, size - Number(to)), last: size - 1 }
  const first = Number(from)
  if (to !== "" && Number(to) < first) return undefined
  return first >= size ? "none" : { first, last: to === "" ? size - 1 : Math.min(Number(to), size - 1) }
}

/** The recording of every call: one second of grey in H.264, as MP4. In the code, so that sources, bundles and packages find it. */
const movie: Uint8Array = Buffer.from(
  `
    AAAAIGZ0eXBpc29tAAACAGlzb21pc28yYXZjMW1wNDEAAAJPbW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAD6AAAA+gAAQAAAQAAAAAAAAAAAAAA
    AAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAAdt0cmFrAAAAXHRraGQAAAAD
    AAAAAAAAAAAAAAABAAAAAAAAA+gAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAUAAAADAAAAAAAF3
    bWRpYQAAACBtZGhkAAAAAAAAAAAAAAAAAAAD6AAAA+hVxAAAAAAAJmhkbHIAAAAAAAAAAHZpZGUAAAAAAAAAAAAAAAB2aWRlbwAAAAEpbWluZgAA
    ABR2bWhkAAAAAQAAAAAAAAAAAAAAJGRpbmYAAAAcZHJlZgAAAAAAAAABAAAADHVybCAAAAABAAAA6XN0YmwAAACFc3RzZAAAAAAAAAABAAAAdWF2
    YzEAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAABQADAAEgAAABIAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY//8AAAAf
    YXZjQwFCwA3/4QAIZ0LADdoFBmQBAARozjiAAAAAGHN0dHMAAAAAAAAAAQAAAAEAAAPoAAAAHHN0c2MAAAAAAAAAAQAAAAEAAAABAAAAAQAAABRz
    dHN6AAAAAAAAAPgAAAABAAAAFHN0Y28AAAAAAAAAAQAAAncAAAEAbWRhdAAAAPRliISTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OT
    k5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OT
    k5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OT
    k5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5PA
  `,
  "base64"
)

type Response = HttpServerResponse.HttpServerResponse

const again = "Ask for the call again, as with GET /api/v1/calls/<id>, and take its recordingUrl"

const whyNot = {
  unsigned: `The address has no signature. ${again}, with its query.`,
  "not signed here": `The signature does not fit the address. ${again} as it is.`,
  expired: `The address has expired. ${again}.`
}

const missing = (detail: string) => problem(404, "Not Found", detail)

const idIn = (path: string) =>
  Option.liftThrowable(decodeURIComponent)(/^\/recordings\/([^/]+)\.mp4$/.exec(path)?.[1] ?? "").pipe(
    Option.filter((id) => id !== "" && recordingPath(id) === path)
  )

// quotes and what no header holds stay out (RFC 6266)
const fileName = (id: string) => `${id.replaceAll(/[^\w.-]/g, "_")}.mp4`

const part = ({ headers, method }: HttpServerRequest.HttpServerRequest) =>
  // without a validator there is nothing that a range could be on condition of
  method === "GET" && headers["range"] !== undefined && headers["if-range"] === undefined
    ? partOf(headers["range"], movie.length)
    : undefined

const sent = (request: HttpServerRequest.HttpServerRequest, id: string): Response => {
  const asked = part(request)
  const headers = {
    "accept-ranges": "bytes",
    "cache-control": "private",
    "content-disposition": `inline; filename="${fileName(id)}"`
  }
  const contentType = "video/mp4"
  if (asked === undefined) return HttpServerResponse.uint8Array(movie, { contentType, headers })
  if (asked === "none")
    return HttpServerResponse.setHeaders(
      problem(416, "Range Not Satisfiable", `The recording has ${movie.length} bytes. Ask for some of them.`),
      { "accept-ranges": "bytes", "content-range": `bytes */${movie.length}` }
    )
  const { first, last } = asked
  return HttpServerResponse.uint8Array(movie.subarray(first, last + 1), {
    status: 206,
    contentType,
    headers: { ...headers, "content-range": `bytes ${first}-${last}/${movie.length}` }
  })
}

const notRead = HttpServerResponse.setHeader(
  problem(405, "Method Not Allowed", "A recording is read. Use GET or HEAD."),
  "allow",
  "GET, HEAD"
)

/** Answers a request for a recording in a region. */
export const answer = (
  request: HttpServerRequest.HttpServerRequest,
  { now, world }: RegionState,
  path: string,
  query: string
): Response => {
  if (request.method !== "GET" && request.method !== "HEAD") return notRead
  const { calls, settings } = MutableRef.get(world)
  const id = Option.getOrUndefined(idIn(path))
  if (id === undefined) return missing("There are recordings of calls alone, at the address that recordingUrl has.")
  const admitted = admits(settings.key, id, query, now())
  if (Result.isFailure(admitted)) return problem(403, "Forbidden", whyNot[admitted.failure])
  const position = Calls.positionOf(calls, id)
  if (position === undefined) return missing(`There is no call ${id}.`)
  const { recording } = Calls.at(calls, position)
  if (recording === undefined) return missing(`The call ${id} has no recording.`)
  return recording.stoppedAt === undefined ? missing(`The recording of the call ${id} still runs.`) : sent(request, id)
}
