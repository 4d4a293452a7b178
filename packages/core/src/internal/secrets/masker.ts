import type { Outgoing } from "../../Http.ts"
import { lazy } from "../contract/lazy.ts"
import { emailsOf, secretsIn, secretsOf } from "./carried.ts"
import type { KnownSecrets } from "./KnownSecrets.ts"
import { mask } from "./mask.ts"
import { maskNamed } from "./named.ts"
import * as Needles from "./needles.ts"

/** Writes a text without secrets and no longer than `longest`, a thousand characters unless said otherwise. */
export type Mask = (text: string, longest?: number) => string

// enough to fill what is shown after masking; a body may be a page of megabytes
const looked = (longest: number) => Math.max(4000, 2 * longest)

// these would move a cursor, or end the line of a log; a secret may hold them, so that they go when it has gone
const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, " ")

// of a text in UTF-16 each second character is none
const withoutNone = (text: string) => text.replaceAll("\0", "")

const noEmails = (): ReadonlyArray<string> => []

const maskBy = (make: () => Needles.Needles, makeEmails = noEmails): Mask => {
  const needles = lazy(make)
  const emails = lazy(makeEmails)
  return (text, longest = 1000) => {
    const read = withoutNone(text.slice(0, looked(longest)))
    const masked = plain(maskNamed(mask(read, needles(), emails())))
    return masked.length > longest || looked(longest) < text.length ? `${masked.slice(0, longest - 1)}…` : masked
  }
}

/** Takes secrets out of a text, and what looks like one. */
export const maskerOf = (secrets: () => ReadonlyArray<string>): Mask => maskBy(() => Needles.make(secrets()))

/**
 * What every text goes through that was made from a failed request or its answer, before it stands in an error, a log
 * or a span: no secret that the client knows or the request carried is left, nor what looks like one. Costs nothing
 * until it is used.
 */
export const masker = (known: KnownSecrets, request: Outgoing): Mask =>
  maskBy(
    () => known.needles(secretsOf(request)),
    () => emailsOf(request)
  )

/** As {@link masker}, for a call that was not sent: of what its method was called with. */
export const maskerOfInput = (known: KnownSecrets, input: unknown): Mask =>
  maskBy(() => known.needles(secretsIn(input)))

/** Tells whether a text holds a secret that the client knows or the request carried, in whatever encoding. */
export const knower = (known: KnownSecrets, request: Outgoing): ((text: string) => boolean) => {
  const needles = lazy(() => known.needles(secretsOf(request)))
  const emails = lazy(() => emailsOf(request))
  return (text) => mask(text, needles(), emails()) !== text
}
