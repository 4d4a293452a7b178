import * as Result from "effect/Result"

import { refusal } from "../Refusal.ts"
import type { Refusal } from "../Refusal.ts"

/** The part of an e-mail address before the @. */
export const localPart = (email: string): string => email.slice(0, email.lastIndexOf("@"))

/** What every e-mail address is like. */
export const form = /^[^\s@]+@[^\s@]+$/

/** The e-mail address, when it is one. */
export const address = (email: string): Result.Result<string, Refusal> =>
  form.test(email)
    ? Result.succeed(email)
    : Result.fail(refusal("badInput", `The field email holds ${JSON.stringify(email)}, which is no e-mail address.`))
