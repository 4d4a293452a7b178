import { defaultApiKeyHeader } from "@remote-assist/core/Region"
import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { mostCalls, namedCalls } from "./calls/Calls.ts"
import { defaultPort } from "./Emulator.ts"
import type { Choices } from "./Gaps.ts"
import { readChoice } from "./gaps/choice.ts"
import { defaultIssuer, defaultSiteId } from "./Options.ts"
import { defaultTokenLife, mostUsers, namedUsers } from "./Seed.ts"

const port = Flag.Int("port").pipe(
  Flag.withAlias("p"),
  Flag.withDescription("Port to listen on; 0 picks a free one"),
  Flag.filterMap(
    Option.liftPredicate((number) => number >= 0 && number <= 65_535),
    () => "a port from 0 to 65535"
  ),
  Flag.withDefault(defaultPort)
)

const host = Flag.String("host").pipe(Flag.withDescription("Address to listen on"), Flag.withDefault("127.0.0.1"))

const defaultSizes = { users: namedUsers, calls: namedCalls }

const bounds = {
  users: { least: namedUsers, most: mostUsers },
  calls: { least: namedCalls, most: mostCalls }
}

const isSize = (name: string): name is keyof typeof bounds => Object.hasOwn(bounds, name)

const sizesOf = (text: string): Option.Option<typeof defaultSizes> => {
  const sizes = text.split(",").map((size) => {
    const [, name = "", count] = /^(\w+)=(\d{1,10})$/.exec(size.trim()) ?? []
    return { name, count: Number(count) }
  })
  const fit = sizes.every(
    ({ count, name }) => isSize(name) && count >= bounds[name].least && count <= bounds[name].most
  )
  const names = new Set(sizes.map(({ name }) => name))
  return fit && names.size === sizes.length
    ? Option.some({ ...defaultSizes, ...Object.fromEntries(sizes.map(({ count, name }) => [name, count])) })
    : Option.none()
}

/** How many users and calls the world has. */
const seed = Flag.String("seed").pipe(
  Flag.withMetavar("users=N,calls=N"),
  Flag.withDescription("Size of the world: users=100000,calls=5000 has that many, the named ones included"),
  Flag.filterMap(
    sizesOf,
    () =>
      `users=N with N from ${namedUsers} to ${mostUsers}, calls=N with N from ${namedCalls} to ${mostCalls}, or both, as in --seed users=100000,calls=5000`
  ),
  Flag.withDefault(defaultSizes)
)

const frozenAt = Flag.String("frozen-at").pipe(
  Flag.withMetavar("date-time"),
  Flag.withDescription("Moment at which the emulator's clock stands still, such as 2026-01-01T12:00:00Z"),
  Flag.filterMap(
    (text) => DateTime.make(text),
    () => "a date-time, as in --frozen-at 2026-01-01T12:00:00Z"
  ),
  Flag.optional
)

const controlToken = Flag.Redacted("control-token").pipe(
  Flag.withDescription("Token that the control plane under /__mock asks for when --host is not of this machine alone"),
  Flag.withFallbackConfig(Config.Redacted("REMOTE_ASSIST_MOCK_CONTROL_TOKEN")),
  Flag.optional
)

const isHeaderName = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, { expected: "the name of a header, such as x-service-api-key" })
)

const apiKeyHeader = Flag.String("api-key-header").pipe(
  Flag.withDescription("Name of the header that carries the API key"),
  Flag.withSchema(isHeaderName),
  Flag.withDefault(defaultApiKeyHeader)
)

const atLeastOneSecond = Option.liftPredicate(Duration.isGreaterThanOrEqualTo(Duration.seconds(1)))

const tokenLife = Flag.String("token-life").pipe(
  Flag.withMetavar("duration"),
  Flag.withDescription("How long user tokens work, such as '10 seconds' or '2 hours'"),
  Flag.filterMap(
    (text) => Option.flatMap(Schema.decodeOption(Schema.DurationFromString)(text), atLeastOneSecond),
    () => "a duration of a second or more, as in --token-life '10 seconds'"
  ),
  Flag.withDefault(Duration.seconds(defaultTokenLife))
)

const partnerKey = Flag.String("partner-key").pipe(
  Flag.withMetavar("file"),
  Flag.withDescription(
    "File with the RSA public key of the site (PEM): tokens that its private half signs administer the enterprise"
  ),
  Flag.optional
)

const siteId = Flag.Int("site-id").pipe(
  Flag.withDescription("Number of the site that the partner key is of"),
  Flag.withDefault(defaultSiteId)
)

const issuer = Flag.String("issuer").pipe(
  Flag.withDescription("Issuer (iss) of every token"),
  Flag.withDefault(defaultIssuer)
)

const audience = Flag.String("audience").pipe(
  Flag.withDescription("Audience (aud) of every token"),
  Flag.withDefault(defaultIssuer)
)

const gaps = Flag.String("gap").pipe(
  Flag.withMetavar("id=choice"),
  Flag.withDescription("What to choose where the interface leaves a point open, by an id of GAPS.md; repeatable"),
  Flag.filterMap(
    (text) => Result.getSuccess(readChoice(text)),
    (text) => Result.match(readChoice(text), { onFailure: (use) => use, onSuccess: () => "" })
  ),
  Flag.atLeast(0),
  Flag.map((choices) => choices.reduce<Partial<Choices>>((taken, choice) => Object.assign(taken, choice), {}))
)

export const flags = {
  port,
  host,
  seed,
  apiKeyHeader,
  tokenLife,
  partnerKey,
  siteId,
  issuer,
  audience,
  frozenAt,
  gaps,
  controlToken
}
