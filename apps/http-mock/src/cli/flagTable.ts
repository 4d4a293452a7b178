import { defaultApiKeyHeader } from "@remote-assist/core/Region"
import { disjunction } from "@remote-assist/core/Text"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { defaultPort } from "../library/Emulator.ts"
import { defaultIssuer, defaultSiteId, defaultUpstreamTimeout, options } from "../library/Options.ts"
import { parseCors } from "../server/http.ts"
import type { Cors } from "../server/http.ts"
import { defaultSize } from "../tenants/Journal.ts"
import { addressAccepts, operationsAccepts, operationsError, parseAddress } from "../upstream/address.ts"
import type { Addresses } from "../upstream/address.ts"
import { readChoice } from "../world/gaps/options.ts"
import type { Choices } from "../world/gaps/options.ts"
import { defaultTokenLife } from "../world/seed/defaultWorld.ts"
import { dateTimeAccepts, parseDateTime, readDuration } from "../world/timestamp.ts"
import { defaultSizes, readSeed } from "./seed.ts"
import type { Seed } from "./seed.ts"

/** The help of a flag with a value. */
export interface FlagHelp {
  readonly name: string
  readonly alias?: string
  readonly metavar?: string
  readonly description: string
  readonly shown?: string
  readonly choices?: ReadonlyArray<string>
  /** The environment variable of a secret flag, used if the flag is not set. */
  readonly variable?: string
  /** Whether an invalid value may contain a secret, so that errors do not show it. */
  readonly isPrivate?: boolean
}

/** A flag with a value: its parser and its default, without `effect/cli`. */
export interface FlagSpec<A> extends FlagHelp {
  readonly default: A
  /** Parses a text, or fails with the expected format. */
  readonly read: (text: string) => Result.Result<A, string>
  /** Combines the values of a repeatable flag. */
  readonly merge?: (values: ReadonlyArray<A>) => Result.Result<A, string>
}

type Read<A> = FlagSpec<A>["read"]

const expectedOf = (schema: Schema.Constraint) => String(Schema.resolveAnnotations(schema)?.["expected"])

const readAs =
  <A>(schema: Schema.Codec<A>, parse: (text: string) => unknown): Read<A> =>
  (text) => {
    const value = parse(text)
    return Schema.is(schema)(value) ? Result.succeed(value) : Result.fail(expectedOf(schema))
  }

export const textOf = (schema: Schema.Codec<string>): Read<string> => readAs(schema, identity)

const flag = <A>(spec: FlagSpec<A>) => spec

const text = (name: string, description: string, schema: Schema.Codec<string>, shown: string) =>
  flag({ name, metavar: "string", description, shown, default: shown, read: textOf(schema) })

const number = (name: string, metavar: string, description: string, schema: Schema.Codec<number>, shown: number) =>
  flag({
    name,
    metavar,
    description,
    shown: String(shown),
    default: shown,
    read: readAs(schema, (text) => (/^-?\d+$/.test(text) ? Number(text) : undefined))
  })

const duration = (
  name: string,
  description: string,
  schema: Schema.Codec<Duration.Input>,
  shown: `${number} ${Duration.Unit}`
) => ({
  ...flag({
    name,
    metavar: "duration",
    description,
    default: Duration.fromInputUnsafe(shown),
    read: (text) =>
      Result.mapBoth(readAs(schema, (text) => Option.getOrUndefined(readDuration(text)))(text), {
        onSuccess: Duration.fromInputUnsafe,
        // a text has a unit
        onFailure: (expected) => expected.replace(/, or milliseconds$/, "")
      })
  }),
  shown
})

export const optional = <A>(spec: Omit<FlagSpec<A | undefined>, "default">): FlagSpec<A | undefined> => ({
  ...spec,
  default: undefined
})

/** Creates a flag that an environment variable can set, as its value may be a secret. */
const secret = <A>(name: string, metavar: string, description: string, read: Read<A>) => {
  const variable = `REMOTE_ASSIST_MOCK_${name.toUpperCase().replaceAll("-", "_")}`
  return optional<A>({ name, metavar, description, variable, read })
}

export const file = (name: string, description: string, read = textOf(options.state)) =>
  optional({ name, description, metavar: "file", read })

const choice = <Name extends string>(name: string, description: string, choices: ReadonlyArray<Name>) =>
  optional<Name>({
    name,
    description,
    choices,
    read: readAs(Schema.Literals(choices).annotate({ expected: disjunction(choices) }), identity)
  })

const readOperations: Read<ReadonlyArray<string>> = (text) => {
  const names = text.split(",").map((name) => name.trim())
  const error = operationsError(names)
  // the error shows the text, so the message need not
  return error === undefined ? Result.succeed(names) : Result.fail(error.replace(/^.*?\. Use |\.$/gs, ""))
}

const readUpstream: Read<Addresses> = (text) => {
  const [, region, address = ""] = /^(us|eu)=(.*)$/s.exec(text) ?? []
  return region === undefined
    ? Result.fail("us=<URL> or eu=<URL>, as in --upstream us=https://service.example")
    : Result.mapBoth(parseAddress(address), {
        onFailure: () => `${addressAccepts}, a fragment or credentials, which clients send themselves`,
        onSuccess: (address) => ({ [region]: address })
      })
}

/** Merges objects with one field each, which must differ. */
const mergeFields =
  (expected: string) =>
  <A extends object>(all: ReadonlyArray<A>): Result.Result<A, string> => {
    const merged: A = Object.assign({}, ...all)
    return Object.keys(merged).length === all.length ? Result.succeed(merged) : Result.fail(expected)
  }

const port = (shown: number) => ({
  ...number("port", "integer", "Port to listen on; 0 picks a free one", options.port, shown),
  alias: "p"
})

const cors: FlagSpec<Cors> = {
  name: "cors",
  metavar: "off|*|origin,...",
  description: "Origins whose pages may use the service, but not the control plane; * is any",
  shown: "*",
  default: "*",
  read: (text) =>
    Result.mapError(
      parseCors(text),
      () => "off, *, or origins such as http://localhost:5173, separated by commas, without paths and wildcards"
    )
}

const seed: FlagSpec<Seed> = {
  name: "seed",
  metavar: "users=N,calls=N|file.json",
  description: "Numbers of users and calls, including the named ones, or a JSON world file",
  shown: `users=${defaultSizes.users},calls=${defaultSizes.calls}`,
  default: { sizes: defaultSizes },
  read: readSeed
}

const gaps: FlagSpec<Partial<Choices>> = {
  name: "gap",
  metavar: "id=choice",
  description: "Choice at a gap of the interface (see GAPS.md); repeatable",
  default: {},
  read: readChoice,
  merge: mergeFields("one choice for each gap")
}

/** The flags with values of an emulator, by option. */
export const table = {
  port: port(defaultPort),
  host: {
    ...text("host", "Address to listen on", options.host, "127.0.0.1"),
    // an IPv6 address as in a URL
    read: (address: string) => textOf(options.host)(address.replace(/^\[(.*)\]$/, "$1"))
  },
  seed,
  state: file("state", "File for the state, to keep it across restarts; created if missing"),
  apiKeyHeader: text(
    "api-key-header",
    "Name of the header with the API key",
    options.apiKeyHeader,
    defaultApiKeyHeader
  ),
  cors,
  tokenLife: duration(
    "token-life",
    "Lifetime of user tokens, such as '10 seconds' or '2 hours'",
    options.tokenLife,
    `${defaultTokenLife / 86_400} days`
  ),
  partnerKey: file(
    "partner-key",
    "File with the RSA public key of the site (PEM); tokens signed with its private key administer the enterprise"
  ),
  siteId: number("site-id", "integer", "Number of the site of the partner key", options.siteId, defaultSiteId),
  issuer: text("issuer", "The issuer (iss) of every token", options.issuer, defaultIssuer),
  audience: text("audience", "The audience (aud) of every token", options.audience, defaultIssuer),
  frozenAt: optional<DateTime.Utc>({
    name: "frozen-at",
    metavar: "date-time",
    description: "Date-time at which the clock is stopped, such as 2026-01-01T12:00:00Z",
    read: (text) => Result.fromOption(parseDateTime(text), () => dateTimeAccepts)
  }),
  journal: number(
    "journal",
    "n",
    "Number of requests in the journal of each tenant; 0 disables it",
    options.journal,
    defaultSize
  ),
  gaps,
  faults: file(
    "faults",
    "JSON file with the initial faults of each tenant, as for POST /__mock/faults, or a share of requests that get 503, such as 5%"
  ),
  handlers: {
    ...file("handlers", "Module with MSW handlers that run before the service, as default export or as handlers"),
    metavar: "file.ts"
  },
  controlToken: secret(
    "control-token",
    "token",
    "Token of the control plane under /__mock, for a public host",
    (text) => Result.succeed(Redacted.make(text))
  ),
  upstream: flag<Addresses>({
    name: "upstream",
    metavar: "us|eu=address",
    description: "Service for requests of a region that the emulator does not handle; repeatable",
    default: {},
    isPrivate: true,
    read: readUpstream,
    merge: mergeFields("one address for each region")
  }),
  upstreamOperations: flag<ReadonlyArray<string>>({
    name: "upstream-operations",
    metavar: "Calls.list,Pods.*",
    description: `Operations to send to the upstream as well: ${operationsAccepts}`,
    default: [],
    read: readOperations
  }),
  upstreamTimeout: duration(
    "upstream-timeout",
    "Timeout of an upstream without data, such as '30 seconds'",
    options.upstreamTimeout,
    `${Duration.toSeconds(defaultUpstreamTimeout)} seconds`
  ),
  tlsCert: file("tls-cert", "File with the HTTPS certificate and its intermediate certificates (PEM); needs --tls-key"),
  tlsKey: file("tls-key", "File with the private key of the certificate (PEM)"),
  tlsCertOut: file(
    "tls-cert-out",
    "File to write the HTTPS certificate to, for NODE_EXTRA_CA_CERTS or curl --cacert; implies --tls"
  ),
  mailTo: secret("mail-to", "smtp://host:port", "Mail server for the e-mails of the outbox", textOf(options.mailTo)),
  mailWebhook: secret(
    "mail-webhook",
    "url",
    "Webhook for the e-mails of the outbox, as JSON",
    textOf(options.mailWebhook)
  ),
  mailWebhookSecret: secret(
    "mail-webhook-secret",
    "whsec_...",
    "Secret that signs posts to the webhook, as in Standard Webhooks",
    textOf(options.mailWebhookSecret)
  ),
  log: choice("log", "Log requests to standard error, as JSON lines or for people", ["json", "pretty"])
}

export const startTable = {
  ...table,
  banner: choice("banner", "Print the environment variables for clients as one line of JSON when ready", ["json"])
}

/** The descriptions of the flags without a value, which are off by default. */
export const toggles = { tls: "Use HTTPS with a new self-signed certificate" }

export const startToggles = {
  ...toggles,
  untilStdinCloses: "Exit when standard input closes, as when the parent process ends"
}

/** The flags of `exec`, which uses a free port by default. */
export const execTable = { ...table, port: port(0) }
