import { CallOptions, Errors, PersonalAccessTokens, Session, Tokens } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Action, Services } from "../actions/Action.ts"
import { makeForm, makeQuery } from "../actions/Action.ts"
import { fromFacts } from "../actions/Report.ts"
import type { Report } from "../actions/Report.ts"
import type { Failure } from "../Problem.ts"
import { fieldNames, formFields, fromProperties, isNumeric } from "./Field.ts"
import type { Resource } from "./Resource.ts"
import { wholePage, wholePageSize } from "./Resource.ts"
import { decodedParts, decodeToken, infoPart, missingPart } from "./tokenReport.ts"

type Token = PersonalAccessTokens.PersonalAccessToken

const service = PersonalAccessTokens.PersonalAccessTokens

const remove: Action<Token> = {
  name: "pat.delete",
  keys: ["D"],
  label: "delete",
  effect: "final",
  consequence: "The service then rejects the token, and ends the user tokens that were created with it.",
  run: ({ id }) => service.use((tokens) => Effect.as(tokens.remove(id), undefined)),
  done: "is deleted; nobody can log in with it."
}

const create = makeForm<Token, {}>(Schema.Struct({}), {
  name: "pat.create",
  label: "create",
  object: "a personal access token",
  keys: ["n"],
  on: "none",
  effect: "reversible",
  consequence:
    "Anybody who has the token can log in as you until you delete it. The service sets its description; the token is masked until you reveal it.",
  fields: {},
  isAsked: true,
  run: () => service.use((tokens) => tokens.create),
  isListed: true,
  done: "is created: anybody who has it can log in as you.",
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

/** Sends a request, and reads the clock of the service from the answer: the clock of an emulator may differ. */
const withServiceClock = Effect.fnUntraced(function* <A, E, R>(request: Effect.Effect<A, E, R>) {
  let now = yield* Clock.currentTimeMillis
  const onResponse = ({ headers }: CallOptions.CallResponse) => {
    const date = Date.parse(headers.date ?? "")
    if (!Number.isNaN(date)) now = date
  }
  const result = yield* Effect.result(Effect.provideService(request, CallOptions.CallOptions, { onResponse }))
  return { result, now }
})

/** Maximum length of a token: it is sent in the URL. */
const maxLength = 8000

const validateToken = (operation: string, token: Redacted.Redacted) => {
  const text = Redacted.value(token)
  const reason =
    text.length > maxLength
      ? `the token has ${text.length} characters, and a URL can carry at most ${maxLength}`
      : /[\s\p{Cc}]/u.test(text)
        ? "the token contains spaces or control characters"
        : undefined
  return reason === undefined
    ? Effect.void
    : Effect.fail(new Errors.InvalidRequest({ operation, reason: `${reason}: give one token and nothing else` }))
}

/** Reports on a token: the answer of the service, and its decoded content even if the service fails. */
const inspect = <Query extends { readonly token?: Redacted.Redacted }>(
  operation: string,
  call: (tokens: Tokens.Tokens["Service"], query: Query) => Effect.Effect<Tokens.TokenInfo, Failure, Services>
) =>
  Effect.fnUntraced(function* (query: Query): Effect.fn.Return<Report, Failure, Services> {
    const ownToken = Session.Session.use(({ token }) => token)
    const foreign = query.token && Redacted.make(Redacted.value(query.token).trim())
    const before = foreign ?? (yield* ownToken)
    const request = Tokens.Tokens.use((tokens) => call(tokens, { ...query, ...(foreign && { token: foreign }) }))
    const { now, result } = yield* withServiceClock(
      foreign === undefined ? request : Effect.andThen(validateToken(operation, foreign), request)
    )
    // the request may have renewed it
    const token = foreign ?? (yield* Effect.orElseSucceed(ownToken, () => before))
    const decoded = decodeToken(token)
    return {
      title: foreign === undefined ? "The token of your session" : "The given token",
      parts: [Result.isSuccess(result) ? infoPart(result.success, now) : missingPart, ...decodedParts(decoded, now)],
      data: {
        service: Result.getOrElse(result, () => null),
        decoded: Result.getOrElse(decoded, () => null)
      },
      ...(Result.isFailure(result) && { failure: result.failure })
    }
  })

const inspectDefaults = {
  object: "a token",
  on: "none",
  isPublic: ({ token }: Readonly<Record<string, unknown>>) => token !== undefined
} as const

const token = "Any token (default: the token of your session)"

const { info: infoEndpoint, validate: validateEndpoint } = Tokens.TokensGroup.endpoints

const info = makeQuery<unknown, typeof infoEndpoint.query.Type>(infoEndpoint.query, {
  ...inspectDefaults,
  name: "tokens.info",
  label: "inspect",
  hint: "inspect a token",
  keys: ["I"],
  word: "inspect",
  consequence: "Reads what the service knows of a token. Its content is decoded here too.",
  fields: formFields(infoEndpoint.query, { token }),
  run: inspect<typeof infoEndpoint.query.Type>("Tokens.info", (tokens, { token }) => tokens.info(token))
})

const validate = makeQuery<unknown, Tokens.ValidateQuery>(validateEndpoint.query, {
  ...inspectDefaults,
  name: "tokens.validate",
  label: "validate",
  hint: "validate a token",
  keys: ["T"],
  word: "validate",
  consequence:
    "Checks a token against a type and permissions. The service rejects a token without them. Its content is decoded here too.",
  fields: formFields(validateEndpoint.query, {
    token,
    resource_type: "Required type, such as user or enterprise",
    permission_category: { label: "Category", help: "Required category of its holder, such as owner or employee" },
    permission_list: {
      flag: "permission",
      label: "Permissions",
      help: "Required permission, such as view_contacts"
    }
  }),
  example: "--resource-type user --permission view_contacts",
  run: inspect<Tokens.ValidateQuery>("Tokens.validate", (tokens, query) => tokens.validate(query))
})

/** The personal access tokens of the user, and queries about any token. */
export const pat: Resource<Token> = {
  name: "pat",
  title: "Tokens",
  one: "personal access token",
  many: "personal access tokens",
  letter: "t",
  pageSize: wholePageSize,
  idOf: ({ id }) => id,
  // descriptions repeat, and users type the name to delete a token
  nameOf: ({ id }) => `token ${id}`,
  read: (_, page) => service.use((tokens) => Effect.map(tokens.list, (rows) => wholePage(rows, page))),
  readOne: (name) => (isNumeric(name) ? service.use((tokens) => tokens.read(name)) : undefined),
  secret: { name: "token", label: "Token", value: ({ token }) => token },
  ...fromProperties<Token>(
    {
      id: { label: "Id", column: ["ID", 6, 0, 0], align: "right" },
      description: { label: "Description", column: ["DESCRIPTION", 20, 3, 1] }
    },
    fieldNames(PersonalAccessTokens.PersonalAccessToken, "token")
  ),
  actions: [remove],
  forms: [create],
  queries: [info, validate],
  summary: ["id", "description"],
  namedBy: "id",
  example: "1",
  ofId: (name) => (isNumeric(name) ? { id: PersonalAccessTokens.PersonalAccessTokenId.make(Number(name)) } : undefined)
}
