import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

import type { AnyResource } from "../../resources/registry.ts"
import { manyOf } from "../../resources/Resource.ts"

export const flag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

/** What every command that sends something takes. */
export const sending = {
  dryRun: flag("dry-run", "Say what would be sent, and send nothing"),
  curl: flag("curl", "Print the request for curl, and send nothing")
}
export type Sending = Command.Command.Config.Infer<typeof sending>

const columns = (resource: AnyResource) =>
  Flag.String("columns").pipe(
    Flag.withMetavar("a,b"),
    Flag.withDescription(`Which columns, in this order: ${resource.fields.map(({ name }) => name).join(", ")}`),
    Flag.optional
  )

const filter = (resource: AnyResource) =>
  Flag.String("filter").pipe(
    Flag.withDescription(`Which ${manyOf(resource)}: ${resource.filterExample ?? "field=value"}`),
    Flag.optional
  )

const formats = {
  json: flag("json", "As one JSON array"),
  ndjson: flag("ndjson", "As JSON, an object a line; so it is unless told where the output is no terminal"),
  csv: flag("csv", "As CSV with a header (RFC 4180)"),
  table: flag("table", "As a table; so it is unless told on a terminal")
}

const limit = Flag.Int("limit").pipe(Flag.withDescription("At most so many"), Flag.optional)

export const listing = (resource: AnyResource) => ({
  filter: filter(resource),
  limit,
  columns: columns(resource),
  ...formats,
  ...sending
})
export type Listing = Command.Command.Config.Infer<ReturnType<typeof listing>>

export const exporting = (resource: AnyResource) => ({
  file: Argument.String("file").pipe(
    Argument.withDescription("Where to; the standard output unless given"),
    Argument.optional
  ),
  ...listing(resource),
  ndjson: flag("ndjson", "As JSON, an object a line"),
  csv: flag("csv", "As CSV with a header (RFC 4180); so it is unless told"),
  table: flag("table", "As a table")
})
export type Exporting = Command.Command.Config.Infer<ReturnType<typeof exporting>>

const name = (resource: AnyResource) =>
  Argument.String(resource.one).pipe(Argument.withDescription(`Its ${resource.namedBy}`))

export const showing = (resource: AnyResource) => ({
  name: name(resource),
  json: flag("json", "As JSON"),
  ...sending
})
export type Showing = Command.Command.Config.Infer<ReturnType<typeof showing>>

const changing = {
  json: flag("json", "The results as JSON, an object a line"),
  yes: flag("yes", "Do not ask before what cannot be undone"),
  ...sending
}
export type Changing = Command.Command.Config.Infer<typeof changing>

/** What an action takes that is done to rows. */
export const acting = (resource: AnyResource) => ({
  names: name(resource).pipe(
    Argument.withDescription(`Their ${resource.namedBy}; - reads them from the standard input, one a line`),
    Argument.atLeast(1)
  ),
  ...changing
})

/** What an action takes that changes one row by a form. */
export const changingOne = (resource: AnyResource) => ({ name: name(resource), ...changing })

export { changing }
