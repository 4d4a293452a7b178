import { escapeJson, sanitize } from "@remote-assist/cli/Terminal"
import { Region } from "@remote-assist/core"
import type { Errors } from "@remote-assist/core"
import { isSecretName } from "@remote-assist/core/Secrets"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"

import type { Failure } from "../../Problem.ts"
import * as Curl from "../../requests/curl.ts"
import { mapSecrets } from "../../requests/LoggedRequest.ts"
import * as RequestRecorder from "../../requests/RequestRecorder.ts"
import type { Outgoing } from "../../requests/RequestRecorder.ts"
import * as RequestUrl from "../../requests/RequestUrl.ts"
import type { AnyResource } from "../../resources/Resource.ts"
import { allRows, matchesName, pluralName } from "../../resources/Resource.ts"
import type { Sending } from "./flags.ts"
import { Stopped, because, stdout, usage, writeJson } from "./output.ts"

type Options = Sending & { readonly json?: boolean }

/** Whether nothing is to be sent. */
export const isDry = ({ curl, dryRun }: Sending): boolean => curl || dryRun

/** Address and body of a request; names stand for what is secret. */
const masked = ({ body, url }: Outgoing) => {
  const { base, path, query } = RequestUrl.parse(url)
  const shown = query.map(
    ([name, value]) => [name, isSecretName(RequestUrl.decode(name)) ? `<${name}>` : value] as const
  )
  return {
    url: base + path + RequestUrl.formatQuery(shown),
    body: body === undefined ? undefined : mapSecrets(path, JSON.parse(body), (_, name) => `<${name}>`)
  }
}

/** Says what would be sent to do something, and does not send it. */
export const sayDry = Effect.fnUntraced(function* <A, R>(
  { curl, json = false }: Options,
  doing: string,
  effect: Effect.Effect<A, Failure | Errors.ListBroken | Schema.SchemaError, R>
) {
  const request = yield* Effect.mapError(RequestRecorder.firstRequest(effect), (error) => because(doing, error))
  if (request === undefined) return yield* usage(`To ${doing} sends nothing.`)
  if (curl) return yield* stdout.write(`${Curl.format(request, yield* Region.Region)}\n`)
  const { method } = request
  const { body, url } = masked(request)
  const said = json
    ? writeJson({ would: doing, method, url, ...(body === undefined ? {} : { body }) })
    : `Would ${sanitize(doing)}: ${method} ${url}${body === undefined ? "" : ` ${escapeJson(JSON.stringify(body))}`}`
  return yield* stdout.write(`${said}\n`)
})

// oxlint-disable-next-line typescript/no-explicit-any -- a row of the resource
type Any = any

const isId = ({ idOf }: AnyResource, row: Any, name: string) => String(idOf(row)) === name

// whoever is called as another one's id is not meant by it
const only = (resource: AnyResource, name: string, found: ReadonlyArray<Any>) => {
  const meant = found.find((row) => isId(resource, row, name)) ?? (found.length === 1 ? found[0] : undefined)
  if (meant !== undefined) return Effect.succeed(meant)
  const ids = found.slice(0, 10).map((row) => resource.idOf(row))
  const message =
    ids.length === 0
      ? `There is no ${resource.one} ${name}.`
      : `There are ${found.length} ${pluralName(resource)} ${name}: give the id, ${ids.join(" or ")}.`
  return Effect.fail(new Stopped({ kind: "refused", message }))
}

/** The row of a name, which the service looks up where it can; else the list is walked. */
export const find = (resource: AnyResource, name: string): Effect.Effect<Any, Stopped, Any> => {
  const doing = `look up ${name}`
  const one = resource.readOne?.(name)
  if (one !== undefined) return Effect.mapError(one, (error) => because(doing, error))
  const filter = resource.filterFor?.(name)
  const rows: Stream.Stream<Any, Any, Any> =
    filter === undefined
      ? allRows(resource, { filter: "" })
      : Stream.fromIterableEffect(Effect.map(resource.read(filter, 1), ({ entries }) => entries))
  return rows.pipe(
    Stream.filter((row) => matchesName(resource, row, name)),
    Stream.takeUntil((row) => isId(resource, row, name)),
    Stream.runCollect,
    Effect.mapError((error) => because(doing, error)),
    Effect.flatMap((found) => only(resource, name, found))
  )
}

/** The names that are given, those from the standard input in place of each `-`. */
export const named = (names: ReadonlyArray<string>) => {
  const fromInput = Stream.unwrap(Effect.map(Stdio.Stdio, ({ stdin }) => stdin)).pipe(
    Stream.decodeText,
    Stream.splitLines,
    Stream.map((line) => line.trim()),
    Stream.filter((line) => line !== ""),
    Stream.mapError((error) => usage(`Cannot read the standard input (${error.reason._tag}).`))
  )
  return Stream.flatMap(Stream.fromIterable(names), (name) => (name === "-" ? fromInput : Stream.succeed(name)))
}
