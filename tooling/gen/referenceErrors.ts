import * as Schema from "effect/Schema"

import * as Errors from "../../packages/core/src/Errors.ts"
import * as Failure from "../../packages/core/src/Failure.ts"
import { LockHeld, LockLost } from "../../packages/core/src/FileLock.ts"
import { classes, constants } from "./comments.ts"
import { fieldName, isJson, reader } from "./jsonSchema.ts"
import { code, escape, pagesOf, table } from "./markdown.ts"
import type { Section } from "./markdown.ts"

const request = { method: "GET", path: "/us/api/v1r1/enterprise/users" }
const removal = { method: "PUT", path: "/us/api/v1r1/enterprise/users/102" }

/** The errors of the SDK, each with the most usual message or messages. */
const examples: ReadonlyArray<readonly [error: { readonly fields: Schema.Struct.Fields }, ...ReadonlyArray<Error>]> = [
  [
    Errors.ErrorV1,
    new Errors.ErrorV1({ status: 401, code: 1001, message: "The e-mail address, user name or password is wrong." })
  ],
  [Errors.ErrorV1R1, new Errors.ErrorV1R1({ code: 1003, message: "The token has expired.", errorName: "token" })],
  [Errors.ErrorText, new Errors.ErrorText({ status: 401, message: "Token expired" })],
  [
    Errors.SessionEnded,
    new Errors.SessionEnded({ reason: "Nobody is logged in.", state: "none" }),
    new Errors.SessionEnded({ reason: "The session came without a refresh token, and cannot be renewed." }),
    new Errors.SessionEnded({ reason: "A user logged in or out during this call.", state: "replaced" }),
    new Errors.SessionEnded({ reason: "The client was closed, and its session with it.", state: "closed" })
  ],
  [
    Errors.ConnectionFailed,
    new Errors.ConnectionFailed({ ...request, origin: "https://us.example.com", reason: "getaddrinfo ENOTFOUND" }),
    new Errors.ConnectionFailed({
      ...removal,
      origin: "https://us.example.com",
      reason: "socket hang up",
      wasSent: true,
      mayHaveHappened: true
    })
  ],
  [
    Errors.TimedOut,
    new Errors.TimedOut({ ...request, seconds: 30 }),
    new Errors.TimedOut({ ...removal, seconds: 30, mayHaveHappened: true })
  ],
  [
    Errors.UnexpectedAnswer,
    new Errors.UnexpectedAnswer({
      ...request,
      status: 503,
      reason: "which the interface does not describe",
      excerpt: "Service unavailable",
      attempts: 4,
      retryAfter: 30
    })
  ],
  [
    Errors.InvalidRequest,
    new Errors.InvalidRequest({ operation: "EnterpriseUsers.list", reason: "page must be a whole number, 1 or more." })
  ],
  [
    Errors.InvalidSettings,
    new Errors.InvalidSettings({
      setting: "REMOTE_ASSIST_REGION",
      reason: "it is missing. Set it to us or eu."
    })
  ],
  [
    Errors.TokenStoreFailed,
    new Errors.TokenStoreFailed({ store: "session.json", reason: "EACCES: permission denied", code: "EACCES" })
  ],
  [Errors.UnusableToken, new Errors.UnusableToken({ operation: "Auth.personalAccessToken" })],
  [
    Errors.ListBroken,
    new Errors.ListBroken({ reason: "50 pages in a row contained no new entry. Ask the maintainers of the service." })
  ],
  [Errors.ListChanged, new Errors.ListChanged({ before: 100, after: 99 })],
  [Errors.BodyTooLarge, new Errors.BodyTooLarge({ ...request, limit: 67_108_864 })],
  [Errors.CircuitOpen, new Errors.CircuitOpen({ ...request, seconds: 10 })],
  [
    Errors.Drifted,
    new Errors.Drifted({
      ...request,
      drifts: [{ operation: "EnterpriseUsers.list", path: "entries.3.email", expected: "a string", got: "a number" }]
    })
  ],
  [Errors.ClientClosed, new Errors.ClientClosed({})],
  [LockHeld, new LockHeld({ lock: "session.json.lock", state: "unknown", pid: 4711, host: "build-7" })],
  [LockLost, new LockLost({ lock: "session.json.lock", state: "taken", pid: 4711 })]
]

const { fields } = reader({})

const tagOf = ([{ fields }]: (typeof examples)[number]) => {
  const { properties } = Schema.toJsonSchemaDocument(Schema.Struct(fields)).schema
  const tag = isJson(properties) && isJson(properties["_tag"]) ? properties["_tag"]["enum"] : undefined
  return Array.isArray(tag) ? String(tag[0]) : ""
}

const section = (example: (typeof examples)[number]): Section => {
  const [error, ...messages] = example
  const name = tagOf(example)
  const described = classes.get(name)
  const rows = fields(Schema.toJsonSchemaDocument(Schema.Struct(error.fields)).schema)
    .filter((field) => field.name !== "_tag")
    .map((field) => [fieldName(field), field.type, described?.fields.get(field.name) ?? ""])
  return [
    `## ${name}`,
    escape(described?.text ?? ""),
    ...(rows.length === 0 ? [] : [table(["field", "type", ""], rows)]),
    messages.map(({ message }) => `> ${escape(message)}`).join("\n>\n")
  ]
}

const missing = Object.entries(Errors)
  .filter(
    ([name, value]) => typeof value === "function" && "fields" in value && !examples.some((one) => tagOf(one) === name)
  )
  .map(([name]) => name)
if (missing.length > 0) throw new Error(`Add a message of ${missing.join(", ")} to tooling/gen/referenceErrors.ts.`)

const predicates = Object.keys(Failure)
  .filter((name) => /^is[A-Z]/.test(name))
  .map((name) => [code(name), (constants.get(name) ?? "").replace(/^Whether /, "")])

/** The pages with the errors of the SDK. */
export const pages = (path: string) =>
  pagesOf(path, {
    title: "Errors",
    source: "packages/core/src",
    introduction: [
      "Every error of the SDK is a class with `_tag`, its name, and a `message` that says what happened and what to do. With promises, test it with `instanceof`; with Effect, catch it by its tag. Usual messages are quoted; those of the first three classes come from the service."
    ],
    sections: [
      [
        "## Reasons",
        "The service has one status for many reasons. These functions take any value and read the reason from its class, status and message.",
        table(["function", "true if"], predicates)
      ],
      ...examples.map(section)
    ]
  })
