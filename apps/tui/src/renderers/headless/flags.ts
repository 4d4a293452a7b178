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

const reveal = flag("reveal", "With what is secret, which is masked unless told")

/** The same where rows have a secret; elsewhere it has nothing to show. */
const revealing = ({ secret }: AnyResource) => ({ reveal: secret === undefined ? Flag.withHidden(reveal) : reveal })

const columns = (resource: AnyResource) =>
  Flag.String("columns").pipe(
    Flag.withMetavar("a,b"),
    Flag.withDescription(`Which columns, in this order: ${resource.fields.map(({ name }) => name).join(", ")}`),
    Flag.optional
  )

const filter = (resource: AnyResource) => {
  const flag = Flag.String("filter").pipe(
    Flag.withDescription(`Which ${manyOf(resource)}: ${resource.filterExample ?? "field=value"}`),
    Flag.optional
  )
  return resource.isSingle === true ? Flag.withHidden(flag) : flag
}

const order = ({ orders = [] }: AnyResource) => {
  const flag = Flag.String("order").pipe(
    Flag.withDescription(`As the service orders them, ascending, by ${orders.join(", ")}`),
    Flag.optional
  )
  return orders.length === 0 ? Flag.withHidden(flag) : flag
}

const formats = {
  json: flag("json", "As one JSON array"),
  ndjson: flag("ndjson", "As JSON, an object a line; so it is unless told where the output is no terminal"),
  csv: flag("csv", "As CSV with a header (RFC 4180)"),
  table: flag("table", "As a table; so it is unless told on a terminal")
}

const limit = Flag.Int("limit").pipe(Flag.withDescription("At most so many"), Flag.optional)

export const listing = (resource: AnyResource) => ({
  filter: filter(resource),
  order: order(resource),
  limit,
  columns: columns(resource),
  ...formats,
  ...revealing(resource),
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

const name = ({ isSingle, name, namedBy, one }: AnyResource) =>
  isSingle === true
    ? Argument.String(one).pipe(Argument.withDescription("Left out: there is just the one"), Argument.withDefault(name))
    : Argument.String(one).pipe(Argument.withDescription(`Its ${namedBy}`))

export const showing = (resource: AnyResource) => ({
  name: name(resource),
  json: flag("json", "As JSON"),
  ...revealing(resource),
  ...sending
})
export type Showing = Command.Command.Config.Infer<ReturnType<typeof showing>>

const changing = {
  json: flag("json", "The results as JSON, an object a line"),
  yes: flag("yes", "Do not ask before what cannot be undone, sends e-mail, or is done to your own account"),
  ...sending
}
export type Changing = Command.Command.Config.Infer<typeof changing>

/** What an action takes that is done to rows. */
export const acting = (resource: AnyResource) => ({
  names:
    resource.isSingle === true
      ? Argument.map(name(resource), (only) => [only])
      : name(resource).pipe(
          Argument.withDescription(`Their ${resource.namedBy}; - reads them from the standard input, one a line`),
          Argument.atLeast(1)
        ),
  ...changing
})

/** What an action takes that changes one row by a form. */
export const changingOne = (resource: AnyResource) => ({ name: name(resource), ...changing })

/** What an action takes that may make something secret. */
export const making = (resource: AnyResource) => ({ ...changing, ...revealing(resource) })

/** What an inquiry takes besides its form. */
export const inquiring = { json: flag("json", "As JSON"), reveal, ...sending }
export type Inquiring = Command.Command.Config.Infer<typeof inquiring>

/** The same of one about a row. */
export const inquiringOne = (resource: AnyResource) => ({ name: name(resource), ...inquiring })

export { changing }
