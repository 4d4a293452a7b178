import { CallOptions, Errors, Session, Tokens } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Services, FormField } from "../../actions/Action.ts"
import type { Query } from "../../actions/Action.ts"
import { makeQuery } from "../../actions/Action.ts"
import type { Report } from "../../actions/Report.ts"
import type { Failure } from "../../Problem.ts"
import * as Decoded from "./decoded.ts"
import { ofClock, ofDecoded, ofInfo, unsaid } from "./lines.ts"

/** What a service answered, and when. */
interface Asked<A, E> {
  readonly result: Result.Result<A, E>
  /** In milliseconds: by the service's clock, or by the machine's where the answer says no other time. */
  readonly now: number
  /** Whether that is not the machine's time. */
  readonly isOther: boolean
}

// an answer tells whole seconds, and takes a while
const close = 5000

/** Asks a service, and reads its clock off the answer: an emulator has one of its own. */
const ask = Effect.fnUntraced(function* <A, E, R>(
  question: Effect.Effect<A, E, R>
): Effect.fn.Return<Asked<A, E>, never, R> {
  let date = Number.NaN
  const result = yield* Effect.result(
    Effect.provideService(question, CallOptions.CallOptions, {
      onResponse: ({ headers }) => {
        date = Date.parse(headers.date ?? "")
      }
    })
  )
  const machine = yield* Clock.currentTimeMillis
  const isOther = Math.abs(date - machine) > close
  return { result, now: isOther ? date : machine, isOther }
})

const own = Effect.flatMap(Session.Session, (session) => session.token)

/** The longest token that is asked about: it goes in an address, and servers take no longer ones. */
const longest = 8000

/** Fails for what no service would take as a token. */
const usable = (operation: string, token: Redacted.Redacted) => {
  const text = Redacted.value(token)
  const why =
    text.length > longest
      ? `the token has ${text.length} characters, and at most ${longest} go in an address`
      : /[\s\p{Cc}]/u.test(text)
        ? "the token has spaces or control characters within"
        : undefined
  return why === undefined
    ? Effect.void
    : Effect.fail(new Errors.InvalidRequest({ operation, reason: `${why}: give one token, and nothing else` }))
}

/** What a token says, here and by the service; what stands in it is told whatever the service answers. */
const inspected = Effect.fnUntraced(function* (
  operation: string,
  given: Redacted.Redacted | undefined,
  question: (token: Redacted.Redacted | undefined) => Effect.Effect<Tokens.TokenInfo, Failure, Services>
): Effect.fn.Return<Report, Failure, Services> {
  const before = given ?? (yield* own)
  const {
    isOther,
    now,
    result: asked
  } = yield* ask(given === undefined ? question(given) : Effect.andThen(usable(operation, given), question(given)))
  // it may have been renewed to ask
  const token = given ?? (yield* Effect.orElseSucceed(own, () => before))
  const decoded = Decoded.of(token)
  return {
    title: given === undefined ? "The token of your session" : "The token that was given",
    parts: [
      Result.isSuccess(asked) ? ofInfo(asked.success, now) : unsaid,
      ...ofDecoded(decoded, now),
      ...(isOther ? [ofClock(now)] : [])
    ],
    data: {
      service: Result.getOrElse(asked, () => null),
      decoded: Result.getOrElse(decoded, () => null)
    },
    ...(Result.isFailure(asked) && { failure: asked.failure })
  }
})

const token: FormField = {
  flag: "token",
  takes: "text",
  help: "Any token; that of your session unless given",
  isSecret: true
}

const isPublic = ({ token }: Readonly<Record<string, unknown>>) => token !== undefined

const redacted = (token: string | undefined) => (token === undefined ? undefined : Redacted.make(token.trim()))

const said = "What stands in it is decoded here as well."

const info = makeQuery<unknown, { readonly token?: string }>(
  Schema.Struct({ token: Schema.optionalKey(Schema.String) }),
  {
    name: "tokens.info",
    label: "inspect",
    object: "a token",
    keys: ["I"],
    word: "inspect",
    pending: "inspecting",
    on: "none",
    consequence: `Reads what the service says of a token. ${said}`,
    fields: { token },
    isPublic,
    run: ({ token }) =>
      inspected("Tokens.info", redacted(token), (given) => Effect.flatMap(Tokens.Tokens, (all) => all.info(given)))
  }
)

const Demands = Schema.Struct({
  token: Schema.optionalKey(Schema.String),
  resource_type: Schema.optionalKey(Schema.String),
  permission_category: Schema.optionalKey(Schema.String),
  permission_list: Schema.optionalKey(Schema.Array(Schema.String))
})

const validate = makeQuery<unknown, typeof Demands.Type>(Demands, {
  name: "tokens.validate",
  label: "validate",
  object: "a token",
  keys: ["V"],
  word: "validate",
  pending: "validating",
  on: "none",
  consequence: `Has the service check a token against what it must be and be allowed; one that is not is refused. ${said}`,
  fields: {
    token,
    resource_type: { flag: "resource-type", takes: "text", help: "What it must be of, such as user or enterprise" },
    permission_category: {
      flag: "permission-category",
      label: "Category",
      takes: "text",
      help: "What its holder must be, such as owner or employee"
    },
    permission_list: {
      flag: "permission",
      label: "Permissions",
      takes: "texts",
      help: "What it must allow, such as view_contacts, view_account"
    }
  },
  example: "--resource-type user --permission view_contacts",
  isPublic,
  run: ({ token, ...demands }) =>
    inspected("Tokens.validate", redacted(token), (given) =>
      Effect.flatMap(Tokens.Tokens, (all) => all.validate({ ...demands, ...(given !== undefined && { token: given }) }))
    )
})

/** What is found out of any token. */
export const queries: ReadonlyArray<Query<unknown>> = [info, validate]
