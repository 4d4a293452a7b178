import { memoize } from "effect/Function"
import * as Result from "effect/Result"
import { LRUCache } from "lru-cache"

import { isSignature, signatureOf } from "../tokens/UserToken.ts"
import type { ShownContext } from "./Calls.ts"

export const recordingsPath = "/recordings/"

/** Returns the constant part of a recording's URL, by which calls are filtered and ordered. */
export const recordingPath = (id: string): string => `${recordingsPath}${encodeURIComponent(id)}.mp4`

// no token starts like this, although the same key signs tokens
const signedText = (id: string, expires: number) => `recording\n${id}\n${expires}`

// rounded to a sixtieth of the lifetime, so that repeated requests get the same URL
const expiryOf = ({ option, now }: ShownContext) => {
  const life = option("calls.recording-expiry")
  const step = Math.max(1, Math.floor(life / 60))
  return Math.ceil((Math.floor(now / 1000) + life) / step) * step
}

// signing takes longer than the rest of a call
const signaturesOf = memoize((_: Uint8Array) => new LRUCache<string, string>({ max: 4096 }))

const signatureFor = (key: Uint8Array, text: string): string => {
  const signatures = signaturesOf(key)
  const signature = signatures.get(text) ?? signatureOf(key, text).toString("base64url")
  signatures.set(text, signature)
  return signature
}

/** Returns a signed URL of a call's recording, which works without an API key and a token. */
export const recordingAddress = (context: ShownContext, id: string): string => {
  const expires = expiryOf(context)
  const signature = signatureFor(context.world.settings.key, signedText(id, expires))
  return `${context.base()}${recordingPath(id)}?expires=${expires}&signature=${signature}`
}

const single = (query: URLSearchParams, name: string) => {
  const [value, ...more] = query.getAll(name)
  return more.length === 0 ? value : undefined
}

/** Checks the signature in the query of a recording's URL; `now` is in milliseconds since the epoch. */
export const admits = (
  key: Uint8Array,
  id: string,
  query: string,
  now: number
): Result.Result<void, "unsigned" | "not signed here" | "expired"> => {
  const parameters = new URLSearchParams(query)
  const [expires, signature] = [single(parameters, "expires"), single(parameters, "signature")]
  if (expires === undefined || signature === undefined) return Result.fail("unsigned")
  if (!/^[1-9]\d{0,14}$/.test(expires) || !isSignature(key, signedText(id, Number(expires)), signature))
    return Result.fail("not signed here")
  return now < Number(expires) * 1000 ? Result.void : Result.fail("expired")
}
