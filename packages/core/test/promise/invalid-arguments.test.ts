import { assert, describe, it } from "vitest"

import { InvalidRequest, secret, UnusableToken } from "../../src/promise.ts"
import { loggedIn, rejection } from "./service.ts"

const { signal } = new AbortController()

const firstOf = (walk: AsyncIterable<unknown>) => walk[Symbol.asyncIterator]().next()

/** Mistakes of programs without types, and the messages about them. */
const refused: Array<[string, (remote: any) => any, ...Array<string>]> = [
  [
    "a field misspelt",
    (remote) => remote.enterpriseUsers.list({ fitler: "active=true" }),
    'no field "fitler"',
    '"filter"?'
  ],
  ["another spelling", (remote) => remote.enterpriseUsers.list({ pageSize: 5 }), 'mean "page_size"?'],
  [
    "a field nobody knows",
    (remote) => remote.enterpriseUsers.list({ colour: 1 }),
    "known are filter, order, page",
    "extra.query"
  ],
  ["a signal in the query", (remote) => remote.enterpriseUsers.list({ signal }), '"signal"', "second argument"],
  ["a timeout in the query", (remote) => remote.pods.list({ timeout: 5 }), '"timeout"', "an option of the call"],
  [
    "a signal as first argument",
    (remote) => remote.calls.recent({ sginal: signal }),
    'option "sginal"',
    'mean "signal"?'
  ],
  [
    "an option of a wrong type",
    (remote) => remote.calls.recent({ timeout: "5 s" }),
    '"timeout" must be a number of milliseconds'
  ],
  ["an option of zero", (remote) => remote.calls.recent({ timeout: 0 }), "above 0"],
  [
    "a controller as signal",
    (remote) => remote.calls.recent({ signal: new AbortController() }),
    "must be an AbortSignal"
  ],
  [
    "half a signal",
    (remote) => remote.calls.recent({ signal: { aborted: false, addEventListener: () => undefined } }),
    "must be an AbortSignal"
  ],
  ["headers that are not texts", (remote) => remote.calls.recent({ headers: { a: 1 } }), "must be an object of texts"],
  ["extra fields in the wrong place", (remote) => remote.calls.recent({ extra: { a: 1 } }), "{ query } or { body }"],
  [
    "headers of another kind",
    (remote) => remote.calls.recent({ headers: new Headers({ a: "1" }) }),
    '"headers" must be an object of texts, as Object.fromEntries makes it of Headers.'
  ],
  ["headers in a map", (remote) => remote.calls.recent({ headers: new Map([["a", "1"]]) }), "Object.fromEntries"],
  [
    "a query of another kind",
    (remote) => remote.calls.recent({ extra: { query: new URLSearchParams("a=1") } }),
    "an object of texts, numbers, flags and lists of them",
    "Object.fromEntries"
  ],
  [
    "fields of a query that are objects",
    (remote) => remote.calls.recent({ extra: { query: { a: {} } } }),
    "numbers, flags"
  ],
  [
    "a map as extra body",
    (remote) => remote.enterpriseUsers.update(7, {}, { extra: { body: new Map() } }),
    "a plain object"
  ],
  ["options in a map", (remote) => remote.calls.recent(new Map()), "must be an object of options"],
  [
    "a change that is not awaited",
    (remote) => remote.enterpriseUsers.update(7, Promise.resolve({ active: false })),
    "the body is a promise that was not awaited."
  ],
  [
    "a user that is not awaited",
    (remote) => remote.enterpriseUsers.provision(Promise.resolve({ name: "Ada" })),
    "the body is a promise that was not awaited."
  ],
  [
    "an id that is not awaited",
    (remote) => remote.enterpriseUsers.remove(Promise.resolve(7)),
    "id is a promise that was not awaited."
  ],
  [
    "a password that is not awaited",
    (remote) => remote.session.logIn({ email: "ada", password: Promise.resolve("correct-horse") }),
    '"password" of the body is a promise'
  ],
  [
    "options that are not awaited",
    (remote) => remote.calls.recent(Promise.resolve({})),
    "argument is a promise that was not awaited."
  ],
  [
    "a field within extra that is not awaited",
    (remote) => remote.enterpriseUsers.update(7, {}, { extra: { body: { role: Promise.resolve("User") } } }),
    "its body",
    "a promise"
  ],
  ["a date as change", (remote) => remote.enterpriseUsers.update(7, new Date()), "the body must be an object"],
  ["a map as user", (remote) => remote.enterpriseUsers.provision(new Map([["name", "Ada"]])), "must be an object"],
  ["a pattern as query", (remote) => remote.enterpriseUsers.list(/active=true/), "the query must be an object"],
  [
    "a place in a list without an entry",
    (remote) => firstOf(remote.enterpriseUsers.stream({}, { from: { page: 2 } })),
    '"from" must be the position of a paginator'
  ],
  ["options that are a text", (remote) => remote.calls.recent("now"), "must be an object of options"],
  ["a query that is a text", (remote) => remote.enterpriseUsers.list("active=true"), "the query must be an object"],
  ["a list as query", (remote) => remote.enterpriseUsers.list(["active=true"]), "the query must be an object"],
  ["a number as text", (remote) => remote.enterpriseUsers.list({ filter: 5 }), '"filter" of the query must be a text'],
  ["a text as number", (remote) => remote.enterpriseUsers.list({ page: "2" }), '"page" of the query must be a number'],
  ["a text as id", (remote) => remote.enterpriseUsers.deactivate("7"), "the user id must be a number"],
  ["no id", (remote) => remote.enterpriseUsers.remove(), "the user id must be a number"],
  ["a number as id of a call", (remote) => remote.calls.read(7), "the call id must be a text"],
  [
    "a lone surrogate",
    (remote) => remote.enterpriseUsers.list({ filter: "name=\ud83d" }),
    "its query",
    "a lone surrogate"
  ],
  ["a BigInt", (remote) => remote.enterpriseUsers.update(7, {}, { extra: { body: { id: 7n } } }), "its body", "BigInt"],
  ["no change", (remote) => remote.enterpriseUsers.update(7), "the body must be an object"],
  [
    "a change misspelt",
    (remote) => remote.enterpriseUsers.update(7, { actve: false }),
    'mean "active"?',
    "third argument, as extra.body"
  ],
  [
    "a flag as text",
    (remote) => remote.enterpriseUsers.update(7, { active: "no" }),
    '"active" of the body must be true or false'
  ],
  [
    "a field within a field",
    (remote) => remote.registration.register({ user_info: { emial: "a" } }),
    '"user_info" of the body has no field "emial"'
  ],
  ["no credentials", (remote) => remote.session.logIn(), "the body must be an object"],
  [
    "an invalid password",
    (remote) => remote.session.logIn({ email: "ada", password: 4711 }),
    '"password" of the body must be a text or a secret'
  ],
  [
    "headers of a renewal",
    (remote) => remote.session.renew("t", { headers: { a: "1" } }),
    'option "headers" is not known'
  ],
  ["repeats of a token", (remote) => remote.session.token({ retries: 1 }), 'option "retries" is not known'],
  ["fields of a log-out", (remote) => remote.session.logOut({ extra: {} }), 'option "extra" is not known'],
  ["fields of a start", (remote) => remote.session.start({ token: "t" }, { extra: {} }), 'option "extra" is not known'],
  ["tokens misspelt", (remote) => remote.session.start({ token: "t", refreshToken: "r" }), 'no field "refreshToken"'],
  ["a prototype", (remote) => remote.enterpriseUsers.list(JSON.parse('{"__proto__": 1}')), 'no field "__proto__"'],
  ["arguments after the only one", (remote) => remote.calls.recent({}, 3), "at most 1 argument."],
  ["too many arguments", (remote) => remote.enterpriseUsers.list({}, {}, {}), "at most 2 arguments"],
  [
    "a page of a walk",
    (remote) => remote.enterpriseUsers.stream({ page: 2 })[Symbol.asyncIterator]().next(),
    'no field "page"'
  ],
  [
    "an option of a walk",
    (remote) => remote.enterpriseUsers.stream({}, { prefech: 2 })[Symbol.asyncIterator]().next(),
    'mean "prefetch"?'
  ]
]

describe("what does not fit is refused before anything is sent", () => {
  it.each(refused)("%s", async (_, misuse, ...parts) => {
    const { remote, seen } = await loggedIn()
    const error = await rejection(misuse(remote))
    assert.instanceOf(error, InvalidRequest)
    for (const part of parts) assert.include(error.message, part)
    assert.match(error.message, /^\w+\.\w+ was not sent: .+[.?]$/)
    assert.strictEqual(seen.length, 0)
  })

  it("a token that is not there is refused as an empty one is", async () => {
    const { remote } = await loggedIn()
    const misused: any = remote.session
    for (const tokens of [{}, { token: undefined }, { token: "" }])
      assert.instanceOf(await rejection(misused.start(tokens)), UnusableToken)
  })

  it("each problem is a sentence", async () => {
    const { remote } = await loggedIn()
    const misused: any = remote.enterpriseUsers
    const { message } = await rejection(misused.update("7", 5))
    assert.match(
      message,
      /^EnterpriseUsers\.update was not sent: the user id must be a number\. The body must be .*\.$/
    )
  })

  it("a secret of no text is not made", () => {
    const misused: any = secret
    assert.throws(() => misused(undefined), /environment variable/)
  })

  it("no secret is in the message", async () => {
    const { remote } = await loggedIn()
    const misused: any = remote.session
    const error = await rejection(misused.logIn({ email: "ada", password: { value: "canary-4711" } }))
    assert.notInclude(String(error) + JSON.stringify(error), "canary-4711")
  })
})
