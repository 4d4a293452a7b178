import * as Redacted from "effect/Redacted"

import { toErrorV1, toErrorV1R1 } from "../../../wire/serviceErrors.ts"
import { anyone } from "../../run/actors.ts"
import type { Handlers } from "../../run/Handlers.ts"
import { run, shownAs } from "../../run/run.ts"
import type { TokenPair } from "./issue.ts"
import * as Transitions from "./transitions.ts"

const secret = (token: string) => ({ token: Redacted.make(token) })

const pair = ({ refresh, token }: TokenPair) => ({ refresh: Redacted.make(refresh), token: Redacted.make(token) })

const v1 = run(anyone, toErrorV1)

const v1r1 = run(anyone, toErrorV1R1)

const plain = ({ email, password }: { readonly email: string; readonly password: Redacted.Redacted }) => ({
  email,
  password: Redacted.value(password)
})

export const handlers: Handlers<"Auth"> = {
  anonymous: ({ payload }) =>
    shownAs(
      v1((context) => Transitions.anonymous(context, payload.display_name)),
      secret
    ),
  logIn: ({ payload }) =>
    shownAs(
      v1((context) => Transitions.logIn(context, plain(payload))),
      pair
    ),
  exchange: ({ payload }) =>
    shownAs(
      v1((context) => Transitions.exchange(context, Redacted.value(payload.refresh_token))),
      pair
    ),
  refresh: ({ payload }) =>
    shownAs(
      v1((context) => Transitions.refresh(context, Redacted.value(payload.refresh_token))),
      pair
    ),
  enterprise: ({ payload }) =>
    shownAs(
      v1((context) => Transitions.enterprise(context, plain(payload))),
      (token) => Redacted.make(token)
    ),
  logInV1R1: ({ payload }) =>
    shownAs(
      v1r1((context) => Transitions.logIn(context, plain(payload))),
      pair
    ),
  fromUrl: ({ payload }) =>
    shownAs(
      v1r1((context) => Transitions.fromUrl(context, payload.link_url)),
      pair
    ),
  personalAccessToken: ({ payload }) =>
    shownAs(
      v1r1((context) => Transitions.personalAccessToken(context, Redacted.value(payload.token))),
      secret
    )
}
