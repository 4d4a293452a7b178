import { PersonalAccessTokens } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import type { Action } from "../../actions/Action.ts"

type Token = PersonalAccessTokens.PersonalAccessToken

const remove: Action<Token> = {
  name: "pat.delete",
  keys: ["D"],
  label: "delete",
  pending: "deleting",
  effect: "final",
  consequence:
    "Programs that log in with it are refused from then on, and user tokens that were made from it end with it.",
  run: ({ id }) =>
    Effect.as(
      Effect.flatMap(PersonalAccessTokens.PersonalAccessTokens, (tokens) => tokens.remove(id)),
      undefined
    ),
  done: "is deleted; nobody can log in with it."
}

export const actions: ReadonlyArray<Action<Token>> = [remove]
