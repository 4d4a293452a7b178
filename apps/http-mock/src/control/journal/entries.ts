import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import { diff } from "../../tenants/diff.ts"
import type { Exchange, Kept, Journal } from "../../tenants/Journal.ts"
import * as Content from "../../wire/response.ts"
import { chosenIn } from "../../world/gaps/Gaps.ts"
import type { GapId } from "../../world/gaps/Gaps.ts"
import type { Mail } from "../../world/model/rows.ts"
import { Entry } from "./JournalGroup.ts"
import type { RecordedAnswer, WholeEntry } from "./JournalGroup.ts"

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
const duration = ({ took }: Exchange): number | null => (took === undefined ? null : milliseconds(took))

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
const show = (response: HttpServerResponse.HttpServerResponse): RecordedAnswer => ({
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

const encode = Schema.encodeSync(Schema.fromJsonString(Entry))

/** How many entries wait for a client that does not read; its stream ends then, and it can ask for what it missed. */
export const mostWaiting = 10_000

// a comment, which takes the head of the answer to the client before there is an entry
const greeting = ": what is over from here on\n\n"

/** The entries of a journal from here on, each when it is over, as Server-Sent Events; they end with the tenant. */
export const follow = (journal: Journal): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(
    Stream.callback<string>(
      (queue) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            const stop = journal.follow({
              heard: (exchange) => {
                if (Queue.offerUnsafe(queue, `data: ${encode(entry(exchange))}\n\n`)) return
                stop()
                Queue.endUnsafe(queue)
              },
              ended: () => Queue.endUnsafe(queue)
            })
            Queue.offerUnsafe(queue, greeting)
            return stop
          }),
          (stop) => Effect.sync(() => stop())
        ),
      { bufferSize: mostWaiting, strategy: "dropping" }
    ).pipe(Stream.encodeText),
    { contentType: "text/event-stream" }
  )
