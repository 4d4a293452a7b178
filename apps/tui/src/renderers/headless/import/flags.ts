import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

import { flag } from "../flags.ts"

/** What an import takes. */
export const importing = {
  file: Argument.String("file").pipe(
    Argument.withDescription("CSV with the names of its columns in the first line: name, email, role, pods, mail")
  ),
  existing: Flag.Literals("existing", ["skip", "update", "fail"]).pipe(
    Flag.withDescription(
      "Users who exist already: skip them, update their names, or fail and send nothing if there is one; skip unless given, and kept for when the import goes on"
    ),
    Flag.optional
  ),
  reactivate: Flag.Boolean("reactivate").pipe(
    Flag.withDescription(
      "Reactivate those who exist and are inactive; else nobody is; kept for when the import goes on, unless --no-reactivate"
    ),
    Flag.optional
  ),
  sendEmail: Flag.Boolean("send-email").pipe(
    Flag.withDescription(
      "Send welcome e-mails, but where the column mail says no; --no-send-email sends none at all, also when the import goes on"
    ),
    Flag.optional
  ),
  columnsMap: Flag.String("columns-map").pipe(
    Flag.withMetavar("name=Full Name,email=Work mail"),
    Flag.withDescription(
      "Which columns are which, where their names do not say it; role= does not use the column role; kept for when the import goes on"
    ),
    Flag.withDefault("")
  ),
  results: Flag.String("results").pipe(
    Flag.withMetavar("file"),
    Flag.withDescription("Where results are kept, to go on with the import; <file>.results.ndjson unless given"),
    Flag.optional
  ),
  undo: flag("undo", "Deactivate whom this import created, as its results say; nobody is deleted"),
  dryRun: flag("dry-run", "Say of each row what would be done; the service is only asked who exists"),
  json: flag("json", "The rows as JSON, an object a line"),
  ndjson: flag("ndjson", "The same"),
  yes: flag("yes", "Do not ask before users are created and mailed to")
}
export type Importing = Command.Command.Config.Infer<typeof importing>
