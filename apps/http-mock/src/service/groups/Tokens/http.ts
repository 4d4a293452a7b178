import * as Redacted from "effect/Redacted"

import { bearerToken } from "../../../wire/bearer.ts"
import { toErrorV1 } from "../../../wire/serviceErrors.ts"
import { anyone } from "../../run/actors.ts"
import type { Handlers } from "../../run/Handlers.ts"
import { run } from "../../run/run.ts"
import * as Transitions from "./transitions.ts"

const v1 = run(anyone, toErrorV1)

export const handlers: Handlers<"Tokens"> = {
  info: ({ query, request }) => {
    const token = query.token === undefined ? bearerToken(request) : Redacted.value(query.token)
    return v1((context) => Transitions.info(context, token))
  },
  validate: ({ query: { token: given, ...demands }, request }) => {
    const token = given === undefined ? bearerToken(request) : Redacted.value(given)
    return v1((context) => Transitions.validate(context, token, demands))
  }
}
