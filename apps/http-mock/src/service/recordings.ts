import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import type { RegionState } from "../tenants/Tenant.ts"
import { problem } from "../wire/errors.ts"
import * as Calls from "../world/calls/Calls.ts"
import { admits, recordingPath } from "../world/calls/recordingAddress.ts"

/** A range of bytes, or that it is not satisfiable. */
export type Range = { readonly first: number; readonly last: number } | "unsatisfiable"

/** Parses a `range` header, or returns `undefined` if it is not a single range of bytes (RFC 9110, 14.2). */
export const parseRange = (range: string, size: number): Range | undefined => {
  const [, from, to] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? []
  if (from === undefined || to === undefined || (from === "" && to === "")) return undefined
  if (from === "") return Number(to) === 0 ? "unsatisfiable" : { first: Math.max(0, size - Number(to)), last: size - 1 }
  const first = Number(from)
  if (to !== "" && Number(to) < first) return undefined
  return first >= size ? "unsatisfiable" : { first, last: to === "" ? size - 1 : Math.min(Number(to), size - 1) }
}

/** The recording of every call: one second of grey in H.264, as MP4. It is in the code, so that every bundle has it. */
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

const advice = "Get the call again, as with GET /api/v1/calls/<id>, and use its recordingUrl"

const admissionErrors = {
  unsigned: `The address has no signature. ${advice}, with its query.`,
  "not signed here": `The signature is not the one of the address. ${advice} unchanged.`,
  expired: `The address has expired. ${advice}.`
}

const parseId = (path: string) =>
  Option.liftThrowable(decodeURIComponent)(/^\/recordings\/([^/]+)\.mp4$/.exec(path)?.[1] ?? "").pipe(
    Option.filter((id) => id !== "" && recordingPath(id) === path)
  )

const rangeOf = ({ headers, method }: HttpServerRequest.HttpServerRequest) =>
  // the answers have no validator, so a conditional range gets the whole recording
  method === "GET" && headers["range"] !== undefined && headers["if-range"] === undefined
    ? parseRange(headers["range"], movie.length)
    : undefined

const sendRecording = (request: HttpServerRequest.HttpServerRequest, id: string): Response => {
  const range = rangeOf(request)
  const headers = {
    "accept-ranges": "bytes",
    "cache-control": "private",
    // without quotes and characters that headers do not allow (RFC 6266)
    "content-disposition": `inline; filename="${id.replaceAll(/[^\w.-]/g, "_")}.mp4"`
  }
  const contentType = "video/mp4"
  if (range === undefined) return HttpServerResponse.uint8Array(movie, { contentType, headers })
  if (range === "unsatisfiable")
    return HttpServerResponse.setHeaders(
      problem(416, `The recording has ${movie.length} bytes. Ask for some of them.`),
      { "accept-ranges": "bytes", "content-range": `bytes */${movie.length}` }
    )
  const { first, last } = range
  return HttpServerResponse.uint8Array(movie.subarray(first, last + 1), {
    status: 206,
    contentType,
    headers: { ...headers, "content-range": `bytes ${first}-${last}/${movie.length}` }
  })
}

const methodError = HttpServerResponse.setHeader(
  problem(405, "A recording can only be read. Use GET or HEAD."),
  "allow",
  "GET, HEAD"
)

export const answer = (
  request: HttpServerRequest.HttpServerRequest,
  { now, world }: RegionState,
  path: string,
  query: string
): Response => {
  if (request.method !== "GET" && request.method !== "HEAD") return methodError
  const { calls, settings } = MutableRef.get(world)
  const id = Option.getOrUndefined(parseId(path))
  if (id === undefined) return problem(404, "There are only recordings of calls. Use the recordingUrl of a call.")
  const admitted = admits(settings.key, id, query, now())
  if (Result.isFailure(admitted)) return problem(403, admissionErrors[admitted.failure])
  const position = Calls.positionOf(calls, id)
  if (position === undefined) return problem(404, `There is no call ${id}.`)
  const { recording } = Calls.at(calls, position)
  if (recording === undefined) return problem(404, `The call ${id} has no recording.`)
  return recording.stoppedAt === undefined
    ? problem(404, `The recording of the call ${id} still runs.`)
    : sendRecording(request, id)
}
