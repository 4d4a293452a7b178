import { PersonalAccessTokens } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { Action } from "../actions/Action.ts"
import type { FormAction } from "../actions/Action.ts"
import { makeForm } from "../actions/Action.ts"
import { fromFacts } from "../actions/Report.ts"
import * as Field from "./Field.ts"
import { columnMaker, isNumeric } from "./Field.ts"
import type { Resource } from "./Resource.ts"
import { wholePage, wholePageSize } from "./Resource.ts"
import { queries } from "./tokens/inquiries.ts"

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

const actions: ReadonlyArray<Action<Token>> = [remove]

const create = makeForm<Token, {}>(Schema.Struct({}), {
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
    fromFacts(
      "New personal access token",
      [
        ["Id", String(id)],
        ["Description", description],
        ["Token", token]
      ],
      { id, description, token }
    )
})

const forms: ReadonlyArray<FormAction<Token>> = [create]

const column = columnMaker<Token>()

/** The personal access tokens of whoever is logged in, and what is found out of any token. */
export const pat: Resource<Token> = {
  name: "pat",
  title: "Tokens",
  one: "personal access token",
  many: "personal access tokens",
  letter: "t",
  pageSize: wholePageSize,
  isShort: true,
  idOf: ({ id }) => id,
  // descriptions repeat, and what is deleted is named
  nameOf: ({ id }) => `token ${id}`,
  read: (_, page) =>
    Effect.map(
      Effect.flatMap(PersonalAccessTokens.PersonalAccessTokens, (tokens) => tokens.list),
      (rows) => wholePage(rows, page)
    ),
  readOne: (name) =>
    isNumeric(name)
      ? Effect.flatMap(PersonalAccessTokens.PersonalAccessTokens, (tokens) => tokens.read(name))
      : undefined,
  secret: { name: "token", label: "Token", value: ({ token }) => token },
  columns: [
    column("id", "ID", ({ id }) => id, [6, 0, 0], { align: "right" }),
    column("description", "DESCRIPTION", ({ description }) => description, [20, 3, 1])
  ],
  facts: [
    ["Id", ({ id }) => String(id)],
    ["Description", ({ description }) => description]
  ],
  actions,
  forms,
  queries,
  fields: Field.schemaFields<Token>(PersonalAccessTokens.PersonalAccessToken, ["token"]),
  summary: ["id", "description"],
  namedBy: "id",
  example: "1",
  ofId: (name) => (isNumeric(name) ? { id: PersonalAccessTokens.PersonalAccessTokenId.make(Number(name)) } : undefined)
}
