import { statFile } from "@remote-assist/cli/Files"
import { escapeJson, sanitize } from "@remote-assist/cli/Terminal"
import { Region } from "@remote-assist/core"
import { explainFileError } from "@remote-assist/core/FileError"
import { didYouMean, disjunction } from "@remote-assist/core/Text"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"

import { isServerFilter } from "../../engine/FilterHistory.ts"
import { unknownAdvice } from "../../Problem.ts"
import type { Failure } from "../../Problem.ts"
import * as Curl from "../../requests/curl.ts"
import * as Requests from "../../requests/Requests.ts"
import { mapSecrets } from "../../requests/Requests.ts"
import { secretField } from "../../resources/Field.ts"
import type { Field } from "../../resources/Field.ts"
import { allRows, countRows, matchesName, noMatch, pluralName } from "../../resources/Resource.ts"
import type { AnyResource, AnyRow } from "../../resources/Resource.ts"
import { workersConcurrency } from "./Connection.ts"
import type { ExportFlags, ListFlags, RequestFlags, ShowFlags } from "./flags.ts"
import { cannotWrite, formatNamed, formatOfFile, formatRow, toRecord, writeFile, writeRows } from "./format.ts"
import type { FormatName } from "./format.ts"
import { failedTo, logInFor } from "./Login.ts"
import { CommandError, makeProgress, stdout, toJson, usageError, writeNote } from "./output.ts"
import type { Output } from "./output.ts"

/** Whether nothing is sent. */
export const isDryRun = ({ curl, dryRun }: RequestFlags): boolean => curl || dryRun

/** Prints the request of an operation, and does not send it. Names stand for secrets. */
export const reportDryRun = Effect.fnUntraced(function* <A, R>(
  { curl, json = false }: RequestFlags & { readonly json?: boolean },
  operation: string,
  effect: Effect.Effect<A, Failure, R>
) {
  const request = yield* Effect.catch(Requests.firstRequest(effect), (error) => failedTo(operation, error))
  if (request === undefined) return yield* usageError(`To ${operation} sends no request.`)
  if (curl) return yield* stdout.write(`${Curl.format(request, yield* Region.Region)}\n`)
  const address = Requests.parseUrl(request.url)
  const url = Requests.maskUrl(address, (name) => `<${name}>`)
  const { method } = request
  const body =
    request.body === undefined
      ? undefined
      : mapSecrets(address.path, JSON.parse(request.body), (_, name) => `<${name}>`)
  const text = json
    ? toJson({ would: operation, method, url, ...(body === undefined ? {} : { body }) })
    : `Would ${sanitize(operation)}: ${method} ${url}${body === undefined ? "" : ` ${escapeJson(JSON.stringify(body))}`}`
  return yield* stdout.write(`${text}\n`)
})

const hasId = ({ idOf }: AnyResource, row: AnyRow, name: string) => String(idOf(row)) === name

/** Finds the row of a name, by a filter of the service or in the whole list. An id counts before a name. */
export const findRow = (resource: AnyResource, name: string): Effect.Effect<AnyRow, CommandError, AnyRow> => {
  const failed = (error: Failure) => failedTo(`look up ${name}`, error, false, unknownAdvice)
  const one = resource.readOne?.(name)
  if (one !== undefined) return Effect.catch(one, failed)
  const filter = resource.filterFor?.(name)
  const rows: Stream.Stream<AnyRow, Failure, AnyRow> =
    filter === undefined
      ? allRows(resource, { filter: "" })
      : Stream.fromIterableEffect(Effect.map(resource.read(filter, 1), ({ entries }) => entries))
  return rows.pipe(
    Stream.filter((row) => matchesName(resource, row, name)),
    Stream.takeUntil((row) => hasId(resource, row, name)),
    Stream.runCollect,
    Effect.catch(failed),
    Effect.flatMap((found) => {
      const row: AnyRow = found.find((row) => hasId(resource, row, name)) ?? (found.length === 1 ? found[0] : undefined)
      if (row !== undefined) return Effect.succeed(row)
      const ids = found.slice(0, 10).map((row) => resource.idOf(row))
      const message =
        ids.length === 0
          ? `There is no ${resource.one} ${name}.`
          : `There are ${found.length} ${pluralName(resource)} ${name}. Give the id, ${disjunction(ids)}.`
      return Effect.fail(new CommandError({ kind: "refused", message }))
    })
  )
}

/** Streams names; `-` stands for the lines of the standard input. */
export const readNames = (names: ReadonlyArray<string>) => {
  const fromInput = Stream.unwrap(Effect.map(Stdio.Stdio, ({ stdin }) => stdin)).pipe(
    Stream.decodeText,
    Stream.splitLines,
    Stream.map((line) => line.trim()),
    Stream.filter((line) => line !== ""),
    Stream.mapError((error) => usageError(`Cannot read the standard input: ${explainFileError(error)}.`))
  )
  return Stream.flatMap(Stream.fromIterable(names), (name) => (name === "-" ? fromInput : Stream.succeed(name)))
}

const formatNames: ReadonlyArray<FormatName> = ["json", "ndjson", "csv", "table"]

const chooseFormat = (flags: ListFlags, defaultFormat: FormatName) => {
  const [chosen, other] = formatNames.filter((name) => flags[name])
  return other === undefined
    ? Effect.succeed(chosen ?? defaultFormat)
    : Effect.fail(usageError(`--${chosen} and --${other} exclude each other. Give one.`))
}

export const knownFields = ({ fields, secret }: AnyResource, reveal: boolean): ReadonlyArray<Field<AnyRow>> =>
  secret === undefined ? fields : [...fields, secretField(secret, reveal)]

/** Returns the fields with these names; fails if one is unknown. */
export const pickFields = (
  { title }: AnyResource,
  known: ReadonlyArray<Field<AnyRow>>,
  names: ReadonlyArray<string>,
  what: "column" | "field"
) => {
  const unknown = names.find((name) => !known.some((field) => field.name === name))
  if (unknown === undefined)
    return Effect.succeed(names.flatMap((name) => known.filter((field) => field.name === name)))
  const all = known.map(({ name }) => name)
  const advice = didYouMean(unknown, all) || ` There are ${all.join(", ")}.`
  return Effect.fail(usageError(`${title} have no ${what} "${unknown}".${advice}`))
}

const chooseFields = (resource: AnyResource, { columns, reveal = false }: ListFlags, format: FormatName) => {
  const known = knownFields(resource, reveal)
  const names = Option.match(columns, {
    onNone: () =>
      format === "table"
        ? [...resource.summary, ...(reveal && resource.secret ? [resource.secret.name] : [])]
        : known.map(({ name }) => name),
    onSome: (text) => text.split(",").map((name) => name.trim())
  })
  return pickFields(resource, known, names, "column")
}

const text = Option.getOrElse(() => "")

/** Writes the rows of a list, and returns their number. */
const writeList = Effect.fnUntraced(function* <E>(
  resource: AnyResource,
  flags: ListFlags & Partial<Pick<ExportFlags, "workers">>,
  format: FormatName,
  output: Output<E>
) {
  const fields = yield* chooseFields(resource, flags, format)
  const many = pluralName(resource)
  const max = Option.getOrElse(flags.limit, () => Number.POSITIVE_INFINITY)
  const { hide, show } = yield* makeProgress(many)
  let total: number | undefined
  const rows = allRows(resource, {
    filter: text(flags.filter),
    order: text(flags.order),
    concurrency: workersConcurrency(flags),
    onShrink: () => hide,
    onPage: (_, all) =>
      Effect.sync(() => {
        total = all === undefined ? undefined : Math.min(all, max)
      })
  })
  const correctable = (["filter", "order"] as const).flatMap((name) => (text(flags[name]) === "" ? [] : [`--${name}`]))
  const advice = correctable.length === 0 ? undefined : `Correct ${disjunction(correctable)}.`
  const count = yield* (max === Number.POSITIVE_INFINITY ? rows : Stream.take(rows, max)).pipe(
    Stream.catch((error) => Stream.fromEffect(failedTo(`list the ${many}`, error, false, advice))),
    writeRows(
      formatNamed(format, fields, output.width),
      {
        ...output,
        write: (text) => Effect.andThen(hide, output.write(text))
      },
      (count) => (total === undefined || count < total ? show(count, total) : Effect.void)
    ),
    Effect.ensuring(hide)
  )
  const filter = text(flags.filter)
  if (count === 0 && filter !== "") yield* writeNote(noMatch(resource, filter))
  return count
})

/** Fails if a filter has no form that the service reads; `name` is that of the flag or parameter. */
export const checkFilter = ({ filterExample }: AnyResource, filter: string, name: string) =>
  filter === "" || filterExample === undefined || isServerFilter(filter)
    ? Effect.void
    : Effect.fail(usageError(`Invalid ${name} "${filter}". Write ${filterExample}.`))

const checkFlags = (resource: AnyResource, { filter, limit, order }: ListFlags) => {
  const { filterExample } = resource
  if (Option.isSome(limit) && limit.value < 1) return Effect.fail(usageError("--limit is at least 1."))
  if (text(filter) !== "" && filterExample === undefined)
    return Effect.fail(usageError(`The service does not filter ${pluralName(resource)}. Leave out --filter.`))
  return Option.isSome(order) && resource.orders === undefined
    ? Effect.fail(usageError(`The service does not order ${pluralName(resource)}. Leave out --order.`))
    : checkFilter(resource, text(filter), "--filter")
}

/** Returns the format to write, or `undefined` after a dry run. */
const prepare = Effect.fnUntraced(function* (resource: AnyResource, flags: ListFlags, defaultFormat: FormatName) {
  yield* checkFlags(resource, flags)
  const format = yield* chooseFormat(flags, defaultFormat)
  yield* chooseFields(resource, flags, format)
  if (!isDryRun(flags)) return format
  const read = resource.read(text(flags.filter), 1, text(flags.order))
  return yield* reportDryRun(flags, `list the ${pluralName(resource)}`, read)
})

/** Lists a resource on the standard output. */
export const list = Effect.fnUntraced(function* (resource: AnyResource, flags: ListFlags) {
  const format = yield* prepare(resource, flags, stdout.width === undefined ? "ndjson" : "table")
  if (format === undefined) return
  yield* logInFor(resource)
  yield* writeList(resource, flags, format, stdout)
})

/** Exports a resource to a complete file, or to the standard output. */
export const exportTo = Effect.fnUntraced(function* (resource: AnyResource, { file, ...flags }: ExportFlags) {
  const path = Option.getOrElse(file, () => "-")
  if (path === "-" && flags.force)
    return yield* usageError("--force overwrites a file. Give its path, or leave out --force.")
  const byEnding = path === "-" ? Result.succeed("csv" as const) : formatOfFile(path)
  if (Result.isFailure(byEnding) && !formatNames.some((name) => flags[name]))
    return yield* usageError(`${byEnding.failure}, or give ${disjunction(formatNames.map((name) => `--${name}`))}.`)
  const isNew = !flags.force
  const otherPath = "Leave it out to write to the standard output."
  if (flags.dryRun && path !== "-") yield* Effect.mapError(statFile(path, isNew), cannotWrite(path, otherPath))
  const format = yield* prepare(resource, flags, Result.isSuccess(byEnding) ? byEnding.success : "csv")
  if (format === undefined) return
  const write = <E>(output: Output<E>) => Effect.andThen(logInFor(resource), writeList(resource, flags, format, output))
  if (path === "-") return yield* Effect.asVoid(write(stdout))
  const isSecret = flags.reveal === true
  const count = yield* writeFile(path, write, { isSecret, isNew, otherPath })
  yield* writeNote(`${countRows(count, resource)} written to ${path}${isSecret ? ", which only you can read" : ""}.`)
})

/** Shows the fields of one row. */
export const show = Effect.fnUntraced(function* (resource: AnyResource, { name, reveal = false, ...flags }: ShowFlags) {
  if (isDryRun(flags)) {
    const read: Effect.Effect<unknown, Failure, AnyRow> =
      resource.readOne?.(name) ?? resource.read(resource.filterFor?.(name) ?? "", 1)
    return yield* reportDryRun(flags, `show ${name}`, read)
  }
  yield* logInFor(resource)
  const row: AnyRow = yield* findRow(resource, name)
  return yield* stdout.write(
    flags.json || stdout.width === undefined
      ? `${toJson(toRecord(knownFields(resource, reveal), row))}\n`
      : formatRow(resource, row, reveal)
  )
})
