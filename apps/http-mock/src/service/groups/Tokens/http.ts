import { Api } from "@remote-assist/core/Api"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Redacted from "effect/Redacted"

import { bearerToken } from "../../../wire/bearer.ts"
import { toErrorV1 } from "../../../wire/serviceErrors.ts"
import { anyone } from "../../run/actors.ts"
import { run } from "../../run/run.ts"
import * as Transitions from "./transitions.ts"

const v1 = run(anyone, toErrorV1)

export const layer = HttpApiBuilder.group(Api, "Tokens", (handlers) =>
  handlers.handleAll({
    info: ({ query, request }) => {
      const token = query.token === undefined ? bearerToken(request) : Redacted.value(query.token)
      return v1((context) => Transitions.info(context, token))
    },
    validate: ({ query: { token: given, ...demands }, request }) => {
      const token = given === undefined ? bearerToken(request) : Redacted.value(given)
      return v1((context) => Transitions.validate(context, token, demands))
    }
  })
)
