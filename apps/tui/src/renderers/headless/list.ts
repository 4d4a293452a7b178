import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

import type { Services } from "../../actions/Action.ts"
import type { Failure } from "../../Problem.ts"
import * as Field from "../../resources/Field.ts"
import type { AnyResource } from "../../resources/Resource.ts"
import { allRows, pluralName } from "../../resources/Resource.ts"
import { screenReader } from "../../Settings.ts"
import { entering } from "./Connection.ts"
import { writtenTo } from "./File.ts"
import type { Exporting, Listing, Showing } from "./flags.ts"
import { csvFormat, facts, jsonFormat, ndjsonFormat, table, valueOf } from "./format.ts"
import type { FormatName } from "./format.ts"
import { because, progressOf, stdout, tell, usage, writeJson } from "./output.ts"
import type { Output } from "./output.ts"
import { find, isDry, sayDry } from "./request.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- fields and rows are of one resource
type Any = any

const formatNames: ReadonlyArray<FormatName> = ["json", "ndjson", "csv", "table"]

const formatOf = (given: Listing, unlessTold: FormatName) => {
  const [chosen, other] = formatNames.filter((name) => given[name])
  return other === undefined
    ? Effect.succeed(chosen ?? unlessTold)
    : Effect.fail(usage(`--${chosen} and --${other} exclude each other: give one.`))
}

const fieldsOf = (resource: AnyResource, { columns, reveal }: Listing, format: FormatName) => {
  const secret = reveal && resource.secret !== undefined ? [Field.secretField(resource.secret)] : []
  const known: ReadonlyArray<Field.Field<Any>> = [...resource.fields, ...secret]
  const names = Option.match(columns, {
    onNone: () =>
      format === "table" ? [...resource.summary, ...secret.map(({ name }) => name)] : known.map(({ name }) => name),
    onSome: (text) => text.split(",").map((name) => name.trim())
  })
  const unknown = names.find((name) => !known.some((field) => field.name === name))
  if (unknown !== undefined)
    return Effect.fail(
      usage(`${resource.title} have no column "${unknown}". There are ${known.map(({ name }) => name).join(", ")}.`)
    )
  return Effect.succeed(names.flatMap((name) => known.filter((field) => field.name === name)))
}

const formatNamed = (name: FormatName, fields: ReadonlyArray<Field.Field<Any>>, width: number | undefined) => {
  switch (name) {
    case "json":
      return jsonFormat(fields)
    case "ndjson":
      return ndjsonFormat(fields)
    case "csv":
      return csvFormat(fields, width !== undefined)
    case "table":
      return table(fields, width)
  }
}

/** Writes what a list has, page by page: the next one is asked for when the one before has been taken. */
const write = Effect.fnUntraced(function* <E>(
  resource: AnyResource,
  given: Listing,
  format: FormatName,
  to: Output<E>
) {
  const fields = yield* fieldsOf(resource, given, format)
  const { begin, end, page } = formatNamed(format, fields, to.width)
  const doing = `list the ${pluralName(resource)}`
  const filter = Option.getOrElse(given.filter, () => "")
  const most = Option.getOrElse(given.limit, () => Number.POSITIVE_INFINITY)
  const { hide, show } = progressOf(pluralName(resource), yield* Effect.orElseSucceed(screenReader, () => false))
  let total: number | undefined
  let count = 0
  const rows = allRows(resource, {
    filter,
    order: Option.getOrElse(given.order, () => ""),
    onShrink: () => hide,
    onPage: (_, of) =>
      Effect.sync(() => {
        total = of === undefined ? undefined : Math.min(of, most)
      })
  })
  yield* (most === Number.POSITIVE_INFINITY ? rows : Stream.take(rows, most)).pipe(
    Stream.mapError((error) => because(doing, error)),
    Stream.runForEachArray(
      Effect.fnUntraced(function* (rows) {
        yield* hide
        yield* to.write((count === 0 ? begin : "") + page(rows))
        count += rows.length
        if (total === undefined || count < total) yield* show(count, total)
      })
    ),
    Effect.ensuring(hide)
  )
  yield* to.write((count === 0 ? begin + page([]) : "") + end)
  return count
})

const request = (resource: AnyResource, { filter, order }: Listing) =>
  resource.read(
    Option.getOrElse(filter, () => ""),
    1,
    Option.getOrElse(order, () => "")
  )

const checked = (resource: AnyResource, { filter, limit, order }: Listing) => {
  if (Option.isSome(limit) && limit.value < 1) return Effect.fail(usage("--limit is at least 1."))
  if (Option.isSome(filter) && filter.value !== "" && resource.within !== undefined)
    return Effect.fail(usage(`The service does not filter ${pluralName(resource)}: leave --filter out.`))
  return Option.isSome(order) && resource.orders === undefined
    ? Effect.fail(usage(`The service does not order ${pluralName(resource)}: leave --order out.`))
    : Effect.void
}

/** The format to write in; nothing where what would be sent is all that is asked for. */
const prepared = Effect.fnUntraced(function* (resource: AnyResource, given: Listing, unlessTold: FormatName) {
  yield* checked(resource, given)
  const format = yield* formatOf(given, unlessTold)
  yield* fieldsOf(resource, given, format)
  if (!isDry(given)) return format
  return yield* sayDry(given, `list the ${pluralName(resource)}`, request(resource, given))
})

/** Lists a resource on the standard output. */
export const list = Effect.fnUntraced(function* (resource: AnyResource, given: Listing) {
  const format = yield* prepared(resource, given, stdout.width === undefined ? "ndjson" : "table")
  if (format === undefined) return
  yield* entering(resource)
  yield* write(resource, given, format, stdout)
})

/** Writes a resource to a file, which is there as a whole or not at all; or to the standard output. */
export const exportTo = Effect.fnUntraced(function* (resource: AnyResource, { file, ...given }: Exporting) {
  const format = yield* prepared(resource, given, "csv")
  if (format === undefined) return
  const writing = <E>(to: Output<E>) => Effect.andThen(entering(resource), write(resource, given, format, to))
  if (Option.isNone(file) || file.value === "-") {
    yield* writing(stdout)
    return
  }
  const path = file.value
  const isSecret = given.reveal && resource.secret !== undefined
  const whose = isSecret ? ", which you alone can read" : ""
  const count = yield* writtenTo(path, writing, { isSecret })
  yield* tell(`${count} ${count === 1 ? resource.one : pluralName(resource)} written to ${path}${whose}.`)
})

// oxlint-disable-next-line typescript/no-explicit-any -- a row of the resource, or a page of them
const rowRequest = (resource: AnyResource, name: string): Effect.Effect<any, Failure, Services> =>
  resource.readOne?.(name) ?? resource.read(resource.filterFor?.(name) ?? "", 1)

/** Shows all that is known of one row. */
export const show = Effect.fnUntraced(function* (resource: AnyResource, { name, ...given }: Showing) {
  if (isDry(given)) return yield* sayDry(given, `show ${name}`, rowRequest(resource, name))
  yield* entering(resource)
  const row = yield* find(resource, name)
  const fields =
    given.reveal && resource.secret !== undefined
      ? [...resource.fields, Field.secretField(resource.secret)]
      : resource.fields
  if (given.json || stdout.width === undefined) return yield* stdout.write(`${writeJson(valueOf(fields, row))}\n`)
  return yield* stdout.write(facts(resource, row, given.reveal))
})
