import { RegionName } from "@remote-assist/core/Region"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { get } from "effect/http-api/HttpApiEndpoint"
import * as HttpApiError from "effect/http-api/HttpApiError"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as MutableRef from "effect/MutableRef"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { mailLink } from "../mail/addresses.ts"
import type { Mailer, RegionState } from "../tenants/Tenant.ts"
import { requestRegionUrl } from "../tenants/TenantName.ts"
import { Delivery, mailKinds } from "../world/model/rows.ts"
import type { Mail } from "../world/model/rows.ts"
import { mailsAfter } from "../world/model/World.ts"
import type { World } from "../world/model/World.ts"
import { durationOf } from "../world/timestamp.ts"
import { CurrentEmulator, CurrentTenant } from "./context.ts"
import { emptyControlApi, defined, makeGroup } from "./group.ts"

/** An e-mail of a region. */
export const OutboxMail = Schema.Struct({
  /** Counts from 1 in each region. */
  id: Schema.Int,
  kind: Schema.Literals(mailKinds),
  to: Schema.String,
  at: Schema.DateTimeUtcFromString,
  subject: Schema.String,
  /** The token in the link: a confirmation token, or a call. */
  token: Schema.optionalKey(Schema.String),
  /** The link. A browser confirms by opening it, a program by a POST to it. */
  link: Schema.optionalKey(Schema.String),
  /** The user whose new address the token confirms. */
  user: Schema.optionalKey(Schema.Int),
  /** The API key of a registered enterprise. */
  api_key: Schema.optionalKey(Schema.String),
  /** The deliveries by `--mail-to` and `--mail-webhook`. */
  deliveries: Schema.optionalKey(Schema.Array(Delivery))
}).annotate({ identifier: "OutboxMail" })
export type OutboxMail = typeof OutboxMail.Type

const filter = {
  /** Default: `us`. */
  region: Schema.optionalKey(RegionName),
  to: Schema.optionalKey(Schema.String),
  kind: Schema.optionalKey(Schema.Literals(mailKinds)),
  /** Only e-mails with a higher id; pass the last id to wait for the next e-mail. */
  after: Schema.optionalKey(Schema.Int)
}

/** The filters of a list; all are optional. */
export const OutboxQuery = Schema.Struct(filter)
export type OutboxQuery = typeof OutboxQuery.Type

/** The filters, and a timeout such as `10 seconds` (default 5 seconds, at most a minute). */
const OutboxWait = Schema.Struct({
  ...filter,
  timeout: Schema.optionalKey(
    durationOf(
      Duration.between({ minimum: Duration.zero, maximum: Duration.minutes(1) }),
      "a duration of at most 1 minute, such as 10 seconds"
    )
  )
})

/** No e-mail matched in time; `detail` lists the latest ones. */
export class NoMailProblem extends HttpApiError.Problem<NoMailProblem>()("NoMailProblem", {
  type: "about:blank",
  status: 408,
  title: "Request Timeout"
}) {}

/** The e-mails of a tenant. */
export const OutboxGroup = makeGroup("outbox", {
  "List the e-mails of a region": get("list", "/outbox", { query: OutboxQuery, success: Schema.Array(OutboxMail) }),
  "Get the first matching e-mail; waits if there is none yet, then 408": get("wait", "/outbox/wait", {
    query: OutboxWait,
    success: OutboxMail,
    error: NoMailProblem
  })
})

const toOutboxMail = (mail: Mail, world: World, base: string, mailer: Mailer | undefined): OutboxMail => {
  const { apiKey, at, id, kind, subject, to, token } = mail
  const confirmation = Option.getOrUndefined(HashMap.get(world.confirmations, token ?? ""))
  return defined({
    id,
    kind,
    to,
    at: DateTime.makeUnsafe(at),
    subject,
    token,
    link: mailLink(mail, base),
    user: confirmation !== undefined && "user" in confirmation ? confirmation.user : undefined,
    api_key: apiKey,
    deliveries: mailer?.deliveries(mail)
  })
}

const matching = (world: World, { after, kind, to }: OutboxQuery): ReadonlyArray<Mail> =>
  mailsAfter(world, after).filter(
    (mail) =>
      (kind === undefined || mail.kind === kind) && (to === undefined || mail.to.toLowerCase() === to.toLowerCase())
  )

const outboxOf = (request: HttpServerRequest.HttpServerRequest, { region = "us" }: OutboxQuery) =>
  Effect.zipWith(CurrentTenant, CurrentEmulator, ({ name, regions }, { secure }) => {
    const { mailer, watchers, world } = regions[region]
    const base = requestRegionUrl(request, secure, name, region)
    return { watchers, world, toOutboxMail: (mail: Mail) => toOutboxMail(mail, MutableRef.get(world), base, mailer) }
  })

/** Returns the first e-mail that matches: at once, or when it is sent. */
const waitForFirst = ({ watchers, world }: Pick<RegionState, "watchers" | "world">, query: OutboxQuery) =>
  Effect.callback<Mail>((resume) => {
    const check = () => {
      const [mail] = matching(MutableRef.get(world), query)
      if (mail === undefined) return
      watchers.delete(check)
      resume(Effect.succeed(mail))
    }
    watchers.add(check)
    check()
    return Effect.sync(() => watchers.delete(check))
  })

const describeQuery = ({ after, kind, region = "us", to }: OutboxQuery) =>
  [
    kind === undefined ? "e-mail" : `e-mail of kind ${kind}`,
    to === undefined ? "" : ` to ${to}`,
    after === undefined ? "" : ` after ${after}`,
    ` of the region ${region}`
  ].join("")

const noMail = (world: World, query: OutboxQuery) => {
  const dropped = world.mailsDropped === 0 ? "" : ` Older ones were dropped: ${world.mailsDropped}.`
  const latest = matching(world, {})
    .slice(-5)
    .map(({ id, kind, to }) => `${id} ${kind} to ${to}`)
  return new NoMailProblem({
    detail: `No ${describeQuery(query)} came in time. The latest are: ${latest.length === 0 ? "none" : latest.join("; ")}.${dropped}`
  })
}

// the timeout uses the machine's clock, even if a test sets the emulator's clock
const machineClock = Clock.Clock.defaultValue()

export const layer = HttpApiBuilder.group(emptyControlApi.add(OutboxGroup), "outbox", (handlers) =>
  handlers.handleAll({
    list: ({ query, request }) =>
      Effect.map(outboxOf(request, query), ({ toOutboxMail, world }) =>
        matching(MutableRef.get(world), query).map(toOutboxMail)
      ),
    wait: Effect.fnUntraced(function* ({ query: { timeout: duration = Duration.seconds(5), ...query }, request }) {
      const outbox = yield* outboxOf(request, query)
      const orElse = () => Effect.fail(noMail(MutableRef.get(outbox.world), query))
      const mail = yield* Effect.timeoutOrElse(waitForFirst(outbox, query), { duration, orElse }).pipe(
        Effect.provideService(Clock.Clock, machineClock)
      )
      return outbox.toOutboxMail(mail)
    })
  })
)
