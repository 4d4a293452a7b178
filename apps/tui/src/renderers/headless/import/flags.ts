import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

import { flag } from "../flags.ts"

/** The flags of an import. */
export const flags = {
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
export type Flags = Command.Command.Config.Infer<typeof flags>
