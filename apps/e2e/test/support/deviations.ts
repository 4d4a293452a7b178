import { Http } from "@remote-assist/core/Http"
import type { HttpRequest, HttpResponse } from "@remote-assist/core/Http"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { TargetKind } from "../../src/targets/Target.ts"

type Send = (request: HttpRequest) => ReturnType<Http["Service"]["exchange"]>

/** Sends a request with a deviation from the emulator. */
export type Deviation = (request: HttpRequest, send: Send) => ReturnType<Http["Service"]["exchange"]>

/** Makes an emulator with a deviation. */
export const deviating = (kind: TargetKind, deviation: Deviation): TargetKind => ({
  ...kind,
  name: "deviating",
  make: (name) =>
    Layer.effect(
      Http,
      Effect.map(Http, ({ exchange }) => ({
        exchange: (request, limit) => deviation(request, (request) => exchange(request, limit))
      }))
    ).pipe(Layer.provideMerge(kind.make(name)))
})

export const lineOf = ({ method, url }: HttpRequest) => `${method} ${url.slice(url.indexOf("/api/") + 4)}`

/** Changes the answers to requests whose method and path match. */
const answers =
  (path: RegExp, change: (answer: HttpResponse) => HttpResponse): Deviation =>
  (request, send) =>
    Effect.map(send(request), (answer) => (path.test(lineOf(request)) ? change(answer) : answer))

type Fields = Readonly<Record<string, unknown>>

/** Changes the objects in answers that succeed. */
const bodies = (path: RegExp, change: (body: Fields) => unknown): Deviation =>
  answers(path, (answer) =>
    answer.status < 400 && answer.body.startsWith("{")
      ? { ...answer, body: JSON.stringify(change(JSON.parse(answer.body) as Fields)) }
      : answer
  )

/** Changes the entries of lists. */
const entries = (path: RegExp, change: (entries: ReadonlyArray<Fields>) => unknown): Deviation =>
  bodies(path, (body) => ({ ...body, entries: change(body["entries"] as ReadonlyArray<Fields>) }))

const entry = (path: RegExp, change: (entry: Fields) => unknown): Deviation => entries(path, (all) => all.map(change))

const withoutParameter =
  (path: RegExp, name: string): Deviation =>
  (request, send) => {
    const url = new URL(request.url)
    if (path.test(lineOf(request))) url.searchParams.delete(name)
    return send({ ...request, url: String(url) })
  }

const every = /./
const logIn = /^POST \/v1\/auth(?:\?|$)/
const users = /^GET \/v1r1\/enterprise\/users/
export const pods = /^GET \/v1r1\/enterprise\/pods/
const groups = /^GET \/v1\/on_call_groups/

const failingNowAndThen = (): Deviation => {
  let sent = 0
  return (request, send) =>
    ++sent % 97 === 50 ? Effect.succeed({ status: 503, headers: {}, body: "Service Unavailable" }) : send(request)
}

/** Delays an answer in proportion to its own time, so that the load of the machine does not count. */
const tenTimesAsLong = (answer: ReturnType<Send>) =>
  Effect.flatMap(Effect.timed(answer), ([time, answer]) =>
    Effect.delay(Effect.succeed(answer), Duration.sum(Duration.times(time, 9), Duration.millis(60)))
  )

/** Deviations that a service may have. */
export const deviations: Readonly<Record<string, Deviation>> = {
  "a total that is one too high": bodies(users, (body) => ({
    ...body,
    total_entries: Number(body["total_entries"]) + 1
  })),
  "a wrong id of the first user": entries(users, (all) =>
    all.map((user, index) => (index === 0 ? { ...user, id: 977 } : user))
  ),
  "another page size": bodies(users, (body) => ({ ...body, page_size: Number(body["page_size"]) + 1 })),
  "a missing field": entry(users, ({ name: _, ...entry }) => entry),
  "an extra field in a list": entry(pods, (entry) => ({ ...entry, color: "red" })),
  "an extra field of the log-in": bodies(logIn, (body) => ({ ...body, hint: "renew" })),
  "another content type": answers(pods, (answer) => ({
    ...answer,
    headers: { ...answer.headers, "content-type": "text/plain" }
  })),
  "a text for a number": entry(pods, ({ id, ...entry }) => ({ id: String(id), ...entry })),
  "null for a text": entry(users, (entry) => ({ ...entry, name: null })),
  "a text for a boolean": entry(users, (entry) => ({ ...entry, active: String(entry["active"]) })),
  "another format of times": entry(users, (entry) => ({
    ...entry,
    created_at: String(entry["created_at"]).replace("Z", "+00:00")
  })),
  "a list in reverse": entries(pods, (all) => all.toReversed()),
  "a list without its last entry": entries(users, (all) => all.slice(0, -1)),
  "an entry that appears twice": entries(groups, (all) => [...all.slice(0, 1), ...all]),
  "another status of an error": answers(every, (answer) =>
    answer.status === 403 ? { ...answer, status: 401 } : answer
  ),
  "a refusal with status 200": answers(/^DELETE /, (answer) =>
    answer.status === 401 || answer.status === 400 ? { ...answer, status: 200, body: '"ok"' } : answer
  ),
  "another code of an error": answers(every, (answer) => ({
    ...answer,
    body: answer.body.replace('"code":1003', '"code":1004')
  })),
  "another message of an error": answers(every, (answer) =>
    answer.status === 401 ? { ...answer, body: answer.body.replace("expired", "too old") } : answer
  ),
  "tokens that live half as long": bodies(/^GET \/v1\/token/, (body) => ({
    ...body,
    expires_at: Math.floor((Number(body["created_at"]) + Number(body["expires_at"])) / 2)
  })),
  "a deletion without effect": (request, send) =>
    lineOf(request).startsWith("DELETE /v1r1/enterprise/users")
      ? Effect.succeed({ status: 200, headers: {}, body: "" })
      : send(request),
  "a filter that is ignored": withoutParameter(users, "filter"),
  "an order that is ignored": withoutParameter(/^GET /, "order"),
  "a page that is ignored": withoutParameter(/^GET /, "page"),
  "a delay": (request, send) => (pods.test(lineOf(request)) ? tenTimesAsLong(send(request)) : send(request)),
  "a 503 now and then": failingNowAndThen()
}
