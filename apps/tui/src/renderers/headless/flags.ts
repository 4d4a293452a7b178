import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import * as Record from "effect/Record"

import type { FormDefinition, FormField, FormValues } from "../../actions/Action.ts"
import type { AnyResource } from "../../resources/Resource.ts"
import { pluralName } from "../../resources/Resource.ts"

type Infer<Flags extends Command.Command.Config> = Command.Command.Config.Infer<Flags>

export const booleanFlag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

const optionalFlag = <A>(flag: Flag.Flag<A>, description: string) =>
  flag.pipe(Flag.withDescription(description), Flag.optional)

const textFlag = (name: string, description: string) => optionalFlag(Flag.String(name), description)

export const jsonFlag = booleanFlag("json", "Write JSON")

/** Flags of every command that sends a request. */
const requestFlags = {
  dryRun: booleanFlag("dry-run", "Print the request without sending it"),
  curl: booleanFlag("curl", "Print the request as a curl command without sending it")
}
export type RequestFlags = Infer<typeof requestFlags>

const reveal = booleanFlag("reveal", "Show secrets (default: masked)")

/** The flag, if the rows have a secret. */
const revealFlag = ({ secret }: AnyResource): { readonly reveal?: typeof reveal } =>
  secret === undefined ? {} : { reveal }

/** The flag of commands with many requests. */
const workers = optionalFlag(
  Flag.Literals("workers", ["redis"]),
  "Let remote-assist worker processes on other machines send the requests, by the Redis of REMOTE_ASSIST_REDIS_URL"
)

/** Hides the flag if the service does not answer page by page. */
const workersFlag = ({ group, isSingle, rows }: AnyResource) =>
  group !== undefined || isSingle === true || rows !== undefined ? Flag.withHidden(workers) : workers

export const listFlags = (resource: AnyResource) => {
  const { fields, filterExample, orders = [], secret } = resource
  const filter = textFlag("filter", `Which ${pluralName(resource)}: ${filterExample}`)
  const order = textFlag(
    "order",
    `Sort by a field such as ${orders[0]}, or -${orders[0]} for descending; an unknown field lists all that the service sorts by`
  )
  return {
    filter: filterExample === undefined ? Flag.withHidden(filter) : filter,
    order: orders.length === 0 ? Flag.withHidden(order) : order,
    limit: optionalFlag(Flag.Int("limit"), "Maximum number of rows"),
    columns: textFlag(
      "columns",
      `Columns in order: ${[...fields, ...(secret === undefined ? [] : [secret])].map(({ name }) => name).join(", ")}`
    ).pipe(Flag.withMetavar("a,b")),
    json: booleanFlag("json", "Write one JSON array"),
    ndjson: booleanFlag("ndjson", "Write newline-delimited JSON (default when the output is not a terminal)"),
    csv: booleanFlag("csv", "Write CSV with a header (RFC 4180)"),
    table: booleanFlag("table", "Write a table (default on a terminal)"),
    ...revealFlag(resource),
    ...requestFlags
  }
}
export type ListFlags = Infer<ReturnType<typeof listFlags>>

const file = Argument.String("file").pipe(
  Argument.filter(
    (path) => path !== "",
    () => "a path"
  )
)

export const exportFlags = (resource: AnyResource) => ({
  file: file.pipe(Argument.withDescription("Path of the file (default: standard output)"), Argument.optional),
  ...listFlags(resource),
  ndjson: booleanFlag("ndjson", "Write newline-delimited JSON"),
  csv: booleanFlag(
    "csv",
    "Write CSV with a header, RFC 4180 (default on the standard output; the ending of a file decides)"
  ),
  table: booleanFlag("table", "Write a table"),
  force: booleanFlag("force", "Overwrite an existing file"),
  workers: workersFlag(resource)
})
export type ExportFlags = Infer<ReturnType<typeof exportFlags>>

const nameArgument = ({ isSingle, name, namedBy, one }: AnyResource) =>
  isSingle === true
    ? Argument.String(one).pipe(Argument.withDescription("Not needed: there is only one"), Argument.withDefault(name))
    : Argument.String(one).pipe(
        Argument.withDescription(`Its ${namedBy}`),
        Argument.filter(
          (name) => name.trim() !== "",
          () => `its ${namedBy}`
        )
      )

export const showFlags = (resource: AnyResource) => ({
  name: nameArgument(resource),
  json: jsonFlag,
  ...revealFlag(resource),
  ...requestFlags
})
export type ShowFlags = Infer<ReturnType<typeof showFlags>>

const changeFlags = {
  json: booleanFlag("json", "Write results as newline-delimited JSON"),
  yes: booleanFlag(
    "yes",
    "Skip confirmations of changes that cannot be undone, send e-mail, or affect your own account"
  ),
  ...requestFlags
}
export type ChangeFlags = Infer<typeof changeFlags>

export const actionFlags = (resource: AnyResource) => ({
  names:
    resource.isSingle === true
      ? Argument.map(nameArgument(resource), (only) => [only])
      : nameArgument(resource).pipe(
          Argument.withDescription(`Their ${resource.namedBy}; - reads one per line from the standard input`),
          Argument.atLeast(1)
        ),
  ...changeFlags,
  workers: workersFlag(resource)
})

/** The argument for the target row, if there is one. */
export const targetFlags = (
  resource: AnyResource,
  { on }: Pick<FormDefinition<never>, "on">
): { readonly target?: ReturnType<typeof nameArgument> } => (on === "none" ? {} : { target: nameArgument(resource) })

/** The flags of a form, beside those of its fields. A form without a target may create a secret. */
export const formFlags = (
  resource: AnyResource,
  { on }: Pick<FormDefinition<never>, "on">
): typeof changeFlags & ReturnType<typeof revealFlag> => ({
  ...changeFlags,
  ...(on === "none" && revealFlag(resource))
})

/** The flags of a query, beside those of its fields. */
export const queryFlags = { json: jsonFlag, reveal, ...requestFlags }
export type QueryFlags = Infer<typeof queryFlags>

const optional = <A>(values: ReadonlyArray<A>) => (values.length === 0 ? Option.none() : Option.some(values))

const fieldFlag = ({
  flag,
  help,
  isRequired = false,
  isSecret = false,
  setting,
  takes
}: FormField): Flag.Flag<Option.Option<unknown>> => {
  if (isSecret) {
    const source = "from the standard input, or asked for on a terminal"
    const description = `${help === "" ? "Read it" : `${help},`} ${source}${isRequired ? " (default)" : ""}`
    return optionalFlag(Flag.Boolean(`${flag}-stdin`), description)
  }
  switch (takes) {
    case "text":
      return textFlag(flag, setting === undefined ? help : `${help} (default: from the settings)`)
    case "yes or no":
      return optionalFlag(Flag.Boolean(flag), help)
    case "texts":
      return Flag.String(flag).pipe(Flag.withDescription(`${help}, repeatable`), Flag.atLeast(0), Flag.map(optional))
    case "numbers":
      return Flag.Int(flag).pipe(Flag.withDescription(`${help}, repeatable`), Flag.atLeast(0), Flag.map(optional))
  }
}

/** The flags of a form's fields, by the names of the fields. */
export const fieldFlags = ({ fields }: FormDefinition<never>) => Record.map(fields, fieldFlag)

/** The values of the given flags. A secret is `true` until it is read. */
export const formValues = (flags: Readonly<Record<string, Option.Option<unknown>>>): FormValues =>
  Record.getSomes(flags)

export const importFlags = {
  file: file.pipe(
    Argument.withDescription("CSV file; its first line names the columns name, email, role, pods and mail")
  ),
  existing: optionalFlag(
    Flag.Literals("existing", ["skip", "update", "fail"]),
    "Existing users: skip them, update their names, or fail and send nothing (default: skip; remembered for a resume)"
  ),
  reactivate: optionalFlag(
    Flag.Boolean("reactivate"),
    "Reactivate existing users that are inactive (default: no; remembered for a resume)"
  ),
  sendEmail: optionalFlag(
    Flag.Boolean("send-email"),
    "Send welcome e-mails, except to rows whose column mail says no; --no-send-email sends none (default: yes; remembered for a resume)"
  ),
  columnsMap: textFlag(
    "columns-map",
    "Columns whose names do not say what they are; role= ignores the column role (remembered for a resume)"
  ).pipe(Flag.withMetavar("name=Full Name,email=Work mail")),
  results: textFlag(
    "results",
    "Path of the results file, which resumes the import (default: <file>.results.ndjson)"
  ).pipe(Flag.withMetavar("file")),
  dryRun: booleanFlag(
    "dry-run",
    "Report what would be done, and rows with remarks (with --json each row); only look up existing users"
  ),
  json: booleanFlag("json", "Report rows as newline-delimited JSON"),
  ndjson: booleanFlag("ndjson", "Same as --json"),
  yes: booleanFlag("yes", "Skip the confirmation"),
  workers
}
export type ImportFlags = Infer<typeof importFlags>

export const workerFlags = {
  concurrency: Flag.Int("concurrency").pipe(
    Flag.withDescription("Maximum number of requests at a time, at most 100 (default 4)"),
    Flag.withDefault(4)
  ),
  json: booleanFlag("json", "Write errors as JSON")
}
export type WorkerFlags = Infer<typeof workerFlags>

const partnerKeyFlags = (flag: string) => ({
  siteId: textFlag("site-id", `Number of the site, with ${flag}`),
  issuer: textFlag("issuer", `Issuer of the signed tokens, with ${flag}`),
  audience: textFlag("audience", `Audience of the signed tokens, with ${flag}`)
})

export const loginFlags = {
  email: textFlag("email", "E-mail address or user name (default: from the settings, or asked for)"),
  password: booleanFlag("password", "Log in with a password (default)"),
  v1r1: booleanFlag("v1r1", "Log in with a password on /v1r1, for services that close /v1"),
  pat: booleanFlag("pat", "Log in with a personal access token"),
  url: booleanFlag("url", "Log in as the guest of a workbox, with the URL of an invitation"),
  anonymous: booleanFlag("anonymous", "Log in without an account; the session cannot be renewed"),
  name: textFlag("name", "Name that others see, with --anonymous"),
  enterprise: booleanFlag(
    "enterprise",
    "Log in as the enterprise, with the password of an administrator; the session cannot be renewed"
  ),
  partnerKey: textFlag("partner-key", "PEM file with the private key of a site, which signs each request").pipe(
    Flag.withMetavar("file")
  ),
  ...partnerKeyFlags("--partner-key"),
  json: jsonFlag
}
export type LoginFlags = Infer<typeof loginFlags>

export const profileArgument = Argument.String("profile").pipe(
  Argument.withDescription("Name of the profile, such as live-eu")
)

/** The flags of `profiles set`, beside `--region` and `--read-only` of every command. */
export const profileFlags = {
  name: profileArgument,
  baseUrl: textFlag("base-url", "Base address of the region, with or without /api"),
  email: textFlag("email", "E-mail address to log in with"),
  partnerKeyFile: textFlag("partner-key-file", "PEM file with the private key of a site, which signs each request"),
  ...partnerKeyFlags("--partner-key-file"),
  apiKeyHeader: textFlag("api-key-header", "Name of the header with the API key"),
  apiKeyForm: optionalFlag(Flag.Literals("api-key-form", ["header", "authorization"]), "Where the API key is sent"),
  apiKeyStdin: booleanFlag("api-key-stdin", "Read the API key from the standard input, or ask for it on a terminal"),
  passwordStdin: booleanFlag("password-stdin", "Read the password to log in with in the same way"),
  patStdin: booleanFlag("pat-stdin", "Read a personal access token in the same way"),
  json: jsonFlag
}
export type ProfileFlags = Infer<typeof profileFlags>
