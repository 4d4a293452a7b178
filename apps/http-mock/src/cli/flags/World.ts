import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import * as Accepts from "../../library/options/accepts.ts"
import * as DateTimeText from "../../wire/dateTime.ts"
import { readChoice } from "../../world/gaps/choice.ts"
import type { Choices } from "../../world/gaps/Gaps.ts"
import { defaults } from "./defaults.ts"

export const frozenAt = Flag.String("frozen-at").pipe(
  Flag.withMetavar("date-time"),
  Flag.withDescription(
    "Moment at which the emulator's clock stands still, such as 2026-01-01T12:00:00Z; none unless given"
  ),
  Flag.filterMap(
    (text) => DateTimeText.read(text),
    () => DateTimeText.accepts
  ),
  Flag.optional
)

export const tokenLife = Flag.String("token-life").pipe(
  Flag.withMetavar("duration"),
  Flag.withDescription(
    `How long user tokens work, such as '10 seconds' or '2 hours'; ${Duration.toDays(defaults.tokenLife)} days unless given`
  ),
  Flag.filterMap(
    (text) => Option.filter(Schema.decodeOption(Schema.DurationFromString)(text), Accepts.tokenLife.is),
    () => Accepts.tokenLife.accepts
  ),
  Flag.withDefault(defaults.tokenLife)
)

export const partnerKey = Flag.String("partner-key").pipe(
  Flag.withMetavar("file"),
  Flag.withDescription(
    "File with the RSA public key of the site (PEM): tokens that its private half signs administer the enterprise; none unless given"
  ),
  Flag.optional
)

export const siteId = Flag.Int("site-id").pipe(
  Flag.withDescription(`Number of the site that the partner key is of; ${defaults.siteId} unless given`),
  Flag.filterMap(Option.liftPredicate(Accepts.siteId.is), () => Accepts.siteId.accepts),
  Flag.withDefault(defaults.siteId)
)

export const issuer = Flag.String("issuer").pipe(
  Flag.withDescription(`Issuer (iss) of every token; ${defaults.issuer} unless given`),
  Flag.filterMap(Option.liftPredicate(Accepts.claim.is), () => Accepts.claim.accepts),
  Flag.withDefault(defaults.issuer)
)

export const audience = Flag.String("audience").pipe(
  Flag.withDescription(`Audience (aud) of every token; ${defaults.audience} unless given`),
  Flag.filterMap(Option.liftPredicate(Accepts.claim.is), () => Accepts.claim.accepts),
  Flag.withDefault(defaults.audience)
)

export const gaps = Flag.String("gap").pipe(
  Flag.withMetavar("id=choice"),
  Flag.withDescription(
    "What to choose where the interface leaves a point open, by an id of GAPS.md; repeatable; the first choice of each unless given"
  ),
  Flag.filterMap(
    (text) => Result.getSuccess(readChoice(text)),
    (text) => Result.match(readChoice(text), { onFailure: (use) => use, onSuccess: () => "" })
  ),
  Flag.atLeast(0),
  Flag.map((choices) => choices.reduce<Partial<Choices>>((taken, choice) => Object.assign(taken, choice), {}))
)

export const journal = Flag.Int("journal").pipe(
  Flag.withMetavar("n"),
  Flag.withDescription(
    `How many requests, with their answers, the journal of each tenant keeps; 0 keeps none; ${defaults.journal} unless given`
  ),
  Flag.filterMap(Option.liftPredicate(Accepts.journal.is), () => Accepts.journal.accepts),
  Flag.withDefault(defaults.journal)
)
