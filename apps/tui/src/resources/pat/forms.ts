import { PersonalAccessTokens } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import * as FormAction from "../../actions/FormAction.ts"
import * as Report from "../../actions/Report.ts"

type Token = PersonalAccessTokens.PersonalAccessToken

const create = FormAction.make<Token, {}>(Schema.Struct({}), {
  name: "pat.create",
  label: "create",
  object: "a personal access token",
  keys: ["n"],
  pending: "creating",
  on: "none",
  effect: "reversible",
  consequence:
    "Whoever has it can log in as you until it is deleted. The service describes it; it is printed with --reveal alone.",
  fields: {},
  isAsked: true,
  run: () => Effect.flatMap(PersonalAccessTokens.PersonalAccessTokens, (tokens) => tokens.create),
  isListed: true,
  done: "is created: whoever has it can log in as you.",
  report: ({ description, id, token }) =>
    Report.ofFacts(
      "New personal access token",
      [
        ["Id", String(id)],
        ["Description", description],
        ["Token", token]
      ],
      { id, description, token }
    )
})

export const forms: ReadonlyArray<FormAction.FormAction<Token>> = [create]
