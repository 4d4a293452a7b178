import * as DateTime from "effect/DateTime"
import * as HashMap from "effect/HashMap"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as Schema from "effect/Schema"

import { diff } from "../../tenants/diff.ts"
import type { Exchange } from "../../tenants/journal/Exchange.ts"
import type { Kept } from "../../tenants/journal/Passed.ts"
import * as Content from "../../wire/content.ts"
import { chosenIn } from "../../world/gaps/Gaps.ts"
import type { GapId } from "../../world/gaps/Gaps.ts"
import type { Mail } from "../../world/model/rows.ts"
import type { Entry, RecordedAnswer, WholeEntry } from "./JournalGroup.ts"

/** The e-mails that a request sent. */
const mailsOf = ({ changes }: Exchange): ReadonlyArray<Mail> =>
  changes.flatMap(({ after, before }) =>
    after.outbox === before.outbox
      ? []
      : [...HashMap.values(after.outbox)]
          .filter(({ id }) => !HashMap.has(before.outbox, id))
          .toSorted(Order.mapInput(Order.Number, ({ id }) => id))
  )

const milliseconds = (nanoseconds: bigint) => Number(nanoseconds) / 1e6

/** How long an exchange took, in milliseconds; nothing before its end. */
export const duration = ({ took }: Exchange): number | null => (took === undefined ? null : milliseconds(took))

const mostRead = 10_000

const Told = Schema.Union([Schema.Struct({ message: Schema.String }), Schema.String])

const decodeTold = Schema.decodeUnknownOption(Schema.fromJsonString(Told))

/** What a refusal says: the message of its error form. */
const reasonOf = ({ answer }: Exchange): string | undefined => {
  if (answer === undefined || answer.status < 400) return undefined
  const { text } = Content.of(Content.answerBytes(answer))
  if (text.length > mostRead) return undefined
  const told = Option.getOrUndefined(decodeTold(text))
  return typeof told === "object" ? told.message : told
}

/** An exchange in short. */
export const entry = (exchange: Exchange): Entry => {
  const { answer, arrivedAt, at, changes, faults, gone, id, method, path, query, region } = exchange
  const reason = reasonOf(exchange)
  return {
    id,
    at: DateTime.makeUnsafe(at),
    arrived_at: DateTime.makeUnsafe(arrivedAt),
    duration: duration(exchange),
    region,
    operation: exchange.operation ?? null,
    method,
    path: path + query,
    status: answer?.status ?? null,
    changed: changes.length > 0,
    mails: mailsOf(exchange).map(({ id, kind, to }) => ({ id, kind, to })),
    faults,
    gone,
    ...(exchange.handler === undefined ? {} : { handler: exchange.handler }),
    ...(reason === undefined ? {} : { reason }),
    ...(exchange.passed === undefined ? {} : { passed: true })
  }
}

/** An answer as it is shown. */
export const show = (response: HttpServerResponse.HttpServerResponse): RecordedAnswer => ({
  status: response.status,
  headers: response.headers,
  body: Content.of(Content.answerBytes(response))
})

const choicesOf = ({ before, gaps }: Exchange) => {
  const taken = before?.settings.choices ?? {}
  return [...gaps].toSorted().map((id: GapId) => ({ id, choice: chosenIn(taken, id) }))
}

const keptOf = ({ kept, total }: Kept) => ({ bytes: total, kept })

const upstreamOf = ({ answer, passed, streamed }: Exchange) => {
  if (passed === undefined) return {}
  const { failure, head, headers, sent, url } = passed
  const { length } = answer === undefined ? { length: 0 } : Content.answerBytes(answer)
  return {
    upstream: {
      url,
      headers,
      request: keptOf(sent),
      status: head?.status ?? null,
      answer_headers: head?.headers ?? [],
      answer: streamed === undefined ? { bytes: length, kept: length } : keptOf(streamed.body),
      ...(failure === undefined ? {} : { failure })
    }
  }
}

/** All that is known of an exchange. */
export const whole = (exchange: Exchange, hint: string | undefined): WholeEntry => {
  const { answer, body, changes, headers, region, served, takenBy, url } = exchange
  return {
    ...entry(exchange),
    request: { url, headers, body: Content.of(body ?? new Uint8Array()) },
    answer: answer === undefined ? null : show(answer),
    ...(served === undefined || served === answer ? {} : { service_answer: show(served) }),
    ...upstreamOf(exchange),
    ...(takenBy === undefined ? {} : { taken_by: takenBy }),
    changes: changes.length === 0 ? {} : { [region]: changes.flatMap(({ after, before }) => diff(before, after)) },
    gaps: choicesOf(exchange),
    ...(hint === undefined ? {} : { hint })
  }
}
