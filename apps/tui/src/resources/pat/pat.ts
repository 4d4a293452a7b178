import { PersonalAccessTokens } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import * as Field from "../Field.ts"
import * as FieldColumn from "../FieldColumn.ts"
import type { Resource } from "../Resource.ts"
import { isNumeric } from "../texts.ts"
import { inquiries } from "../tokens/inquiries.ts"
import { wholePage, wholePageSize } from "../wholePage.ts"
import { actions } from "./actions.ts"
import { forms } from "./forms.ts"

type Token = PersonalAccessTokens.PersonalAccessToken

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
    FieldColumn.make({
      name: "id",
      title: "ID",
      value: ({ id }: Token) => id,
      align: "right",
      width: 6,
      grow: 0,
      rank: 0
    }),
    FieldColumn.make({
      name: "description",
      title: "DESCRIPTION",
      value: ({ description }: Token) => description,
      width: 20,
      grow: 3,
      rank: 1
    })
  ],
  facts: [
    ["Id", ({ id }) => String(id)],
    ["Description", ({ description }) => description]
  ],
  actions,
  forms,
  inquiries,
  fields: Field.of<Token>(PersonalAccessTokens.PersonalAccessToken, ["token"]),
  summary: ["id", "description"],
  namedBy: "id",
  example: "1",
  ofId: (name) => (isNumeric(name) ? { id: PersonalAccessTokens.PersonalAccessTokenId.make(Number(name)) } : undefined)
}
