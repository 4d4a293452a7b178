import * as Result from "effect/Result"

import { isSignature, signatureOf } from "../tokens/UserToken.ts"
import type { ShownContext } from "./Calls.ts"

export const recordingsPath = "/recordings/"

/** What is the same in all addresses of the recording of a call: by it calls are filtered and ordered. */
export const recordingPath = (id: string): string => `${recordingsPath}${encodeURIComponent(id)}.mp4`

// no token begins so, which the same key signs
const signed = (id: string, expires: number) => `recording\n${id}\n${expires}`

// for a sixtieth of its life an address is the same, so that those who ask twice find nothing changed
const expiryOf = ({ option, now }: ShownContext) => {
  const life = option("calls.recording-expiry")
  const step = Math.max(1, Math.floor(life / 60))
  return Math.ceil((Math.floor(now / 1000) + life) / step) * step
}

interface Signatures {
  readonly expires: number
  readonly byId: Map<string, string>
}

// those who ask again are answered the same address, and signing takes longer than the rest of a call
const known = new WeakMap<Uint8Array, Signatures>()

const mostKnown = 4096

const signatureFor = (key: Uint8Array, id: string, expires: number): string => {
  const kept = known.get(key)
  const isOfNow = kept?.expires === expires && kept.byId.size < mostKnown
  const { byId } = isOfNow ? kept : { byId: new Map<string, string>() }
  if (!isOfNow) known.set(key, { expires, byId })
  const signature = byId.get(id) ?? signatureOf(key, signed(id, expires)).toString("base64url")
  byId.set(id, signature)
  return signature
}

/** A signed address of the recording of a call, for those who look at it without a key or a token. */
export const recordingAddress = (context: ShownContext, id: string): string => {
  const expires = expiryOf(context)
  const signature = signatureFor(context.world.settings.key, id, expires)
  return `${context.base()}${recordingPath(id)}?expires=${expires}&signature=${signature}`
}

const one = (query: URLSearchParams, name: string) => {
  const [value, ...more] = query.getAll(name)
  return more.length === 0 ? value : undefined
}

/** Whether a query lets whoever sends it see the recording of a call, in milliseconds since the epoch, or why not. */
export const admits = (
  key: Uint8Array,
  id: string,
  query: string,
  now: number
): Result.Result<void, "unsigned" | "not signed here" | "expired"> => {
  const asked = new URLSearchParams(query)
  const [expires, signature] = [one(asked, "expires"), one(asked, "signature")]
  if (expires === undefined || signature === undefined) return Result.fail("unsigned")
  if (!/^[1-9]\d{0,14}$/.test(expires) || !isSignature(key, signed(id, Number(expires)), signature))
    return Result.fail("not signed here")
  return now < Number(expires) * 1000 ? Result.void : Result.fail("expired")
}
