import * as Result from "effect/Result"

import { badInput } from "../Refusal.ts"
import type { Refusal } from "../Refusal.ts"

export const localPart = (email: string): string => email.slice(0, email.lastIndexOf("@"))

export const form = /^[^\s@]+@[^\s@]+$/

export const address = (email: string): Result.Result<string, Refusal> =>
  form.test(email)
    ? Result.succeed(email)
    : badInput(`The field email holds ${JSON.stringify(email)}, which is no e-mail address.`)
