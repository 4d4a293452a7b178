import { Jwt } from "@remote-assist/core"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const decode = Jwt.decoder(Schema.Struct({ exp: Schema.Finite }))

/** When a token expires, in milliseconds, where it tells. */
export const of = (token: Redacted.Redacted): number | undefined =>
  Jwt.parse(Redacted.value(token)).pipe(
    Option.flatMap(({ payload }) => Result.getSuccess(decode(payload))),
    Option.map(({ exp }) => exp * 1000),
    Option.getOrUndefined
  )

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000]
] as const

const spell = (milliseconds: number): string => {
  const [unit, size] = units.find(([, size]) => milliseconds >= size) ?? units[3]
  const count = Math.floor(milliseconds / size)
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

/** The same as seen from now. */
export const text = (expiresAt: number | undefined, now: number, isRenewable: boolean): string => {
  if (expiresAt === undefined) return "not known"
  const then = isRenewable ? "; it is renewed by itself" : ""
  return expiresAt > now ? `in ${spell(expiresAt - now)}${then}` : `${spell(now - expiresAt)} ago${then}`
}
