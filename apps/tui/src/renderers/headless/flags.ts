import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import * as Record from "effect/Record"

import type { FormDefinition, FormField } from "../../actions/Action.ts"
import type { AnyResource } from "../../resources/Resource.ts"
import { pluralName } from "../../resources/Resource.ts"

export const flag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

/** What every command that sends something takes. */
const sending = {
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
    Flag.withDescription(`Which ${pluralName(resource)}: ${resource.filterExample ?? "field=value"}`),
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

interface OnRow {
  readonly on: "one" | "none"
}

/** The row that something is about, where it is about one. */
export const target = (resource: AnyResource, { on }: OnRow): { readonly target?: ReturnType<typeof name> } =>
  on === "none" ? {} : { target: name(resource) }

/** What a form takes besides its fields; one about no row may make something secret. */
export const making = (
  resource: AnyResource,
  { on }: OnRow
): typeof changing & { readonly reveal?: typeof reveal } => ({
  ...changing,
  ...(on === "none" && revealing(resource))
})

/** What an query takes besides its form. */
export const querying = { json: flag("json", "As JSON"), reveal, ...sending }
export type Querying = Command.Command.Config.Infer<typeof querying>

type Values = Readonly<Record<string, unknown>>

const flagOf = ({
  flag,
  help,
  isRequired = false,
  isSecret = false,
  takes
}: FormField): Flag.Flag<Option.Option<unknown>> => {
  if (isSecret)
    return Flag.Boolean(`${flag}-stdin`).pipe(
      Flag.withDescription(
        `${help}: from the standard input${isRequired ? "; so it is unless told" : ""}; on a terminal it is asked for`
      ),
      Flag.optional
    )
  switch (takes) {
    case "text":
      return Flag.String(flag).pipe(Flag.withDescription(help), Flag.optional)
    case "yes or no":
      return Flag.Boolean(flag).pipe(Flag.withDescription(help), Flag.optional)
    case "texts":
      return Flag.String(flag).pipe(Flag.withDescription(help), Flag.atLeast(0), Flag.map(unlessEmpty))
    case "numbers":
      return Flag.Int(flag).pipe(Flag.withDescription(help), Flag.atLeast(0), Flag.map(unlessEmpty))
  }
}

const unlessEmpty = <A>(values: ReadonlyArray<A>) => (values.length === 0 ? Option.none() : Option.some(values))

/** The flags of a form, by the names of its fields. */
export const formFlags = <Row>({ fields }: FormDefinition<Row>) => Record.map(fields, flagOf)

/** What a form holds: the fields that were given, of which secrets are still to be taken. */
export const held = (given: Readonly<Record<string, Option.Option<unknown>>>): Values => Record.getSomes(given)

export const importing = {
  file: Argument.String("file").pipe(
    Argument.withDescription("CSV file; its first line names the columns name, email, role, pods and mail")
  ),
  existing: Flag.Literals("existing", ["skip", "update", "fail"]).pipe(
    Flag.withDescription(
      "Existing users: skip them, update their names, or fail and send nothing (default: skip; remembered for a resume)"
    ),
    Flag.optional
  ),
  reactivate: Flag.Boolean("reactivate").pipe(
    Flag.withDescription("Reactivate existing users that are inactive (default: no; remembered for a resume)"),
    Flag.optional
  ),
  sendEmail: Flag.Boolean("send-email").pipe(
    Flag.withDescription(
      "Send welcome e-mails, except to rows whose column mail says no; --no-send-email sends none (default: yes; remembered for a resume)"
    ),
    Flag.optional
  ),
  columnsMap: Flag.String("columns-map").pipe(
    Flag.withMetavar("name=Full Name,email=Work mail"),
    Flag.withDescription(
      "Columns whose names do not say what they are; role= ignores the column role (remembered for a resume)"
    ),
    Flag.optional
  ),
  results: Flag.String("results").pipe(
    Flag.withMetavar("file"),
    Flag.withDescription("Where to keep results, to resume the import (default: <file>.results.ndjson)"),
    Flag.optional
  ),
  dryRun: flag("dry-run", "Report what would be done with each row; the service is only asked who exists"),
  json: flag("json", "Report rows as JSON, an object a line"),
  ndjson: flag("ndjson", "Same as --json"),
  yes: flag("yes", "Do not ask before users are created and get e-mails")
}
export type Importing = Command.Command.Config.Infer<typeof importing>

export const json = flag("json", "As JSON")

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

/** What is signed with a partner key. */
const signing = (flag: string) => ({
  siteId: text("site-id", `The number of the site, with ${flag}`),
  issuer: text("issuer", `Who signs, with ${flag}`),
  audience: text("audience", `For whom is signed, with ${flag}`)
})

/** What one logs in with. */
export const loggingIn = {
  email: text("email", "E-mail address or user name; that of the settings, or asked for, unless given"),
  password: flag("password", "With a password; so it is unless told"),
  v1r1: flag("v1r1", "With a password, on /v1r1 instead of /v1: where /v1 is closed"),
  pat: flag("pat", "With a personal access token"),
  url: flag("url", "With the URL of an invitation to a workbox, as its guest"),
  anonymous: flag("anonymous", "Without an account; the session cannot be renewed"),
  name: text("name", "What others see, with --anonymous"),
  enterprise: flag("enterprise", "As the enterprise, with the password of an administrator; it cannot be renewed"),
  partnerKey: text("partner-key", "With the private key of a site, in a PEM file: it signs each request").pipe(
    Flag.withMetavar("file")
  ),
  ...signing("--partner-key"),
  json
}
export type LoggingIn = Command.Command.Config.Infer<typeof loggingIn>

export const profileName = Argument.String("profile").pipe(Argument.withDescription("Its name, such as live-eu"))

/** What a profile is set by; `--region` and `--read-only` every command takes. */
export const setting = {
  name: profileName,
  baseUrl: text("base-url", "Base address of the region, with or without /api"),
  email: text("email", "E-mail address to log in with"),
  partnerKeyFile: text("partner-key-file", "PEM file with the private key of a site, which signs each request"),
  ...signing("--partner-key-file"),
  apiKeyHeader: text("api-key-header", "Name of the header with the API key"),
  apiKeyForm: Flag.Literals("api-key-form", ["header", "authorization"]).pipe(
    Flag.withDescription("Where the API key travels"),
    Flag.optional
  ),
  apiKeyStdin: flag("api-key-stdin", "Take the API key from the standard input; on a terminal it is asked for"),
  passwordStdin: flag("password-stdin", "The same of a password to log in with"),
  patStdin: flag("pat-stdin", "The same of a personal access token"),
  json
}
export type Setting = Command.Command.Config.Infer<typeof setting>
