import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

import { whole } from "./whole.ts"

/** What `record` takes. */
export const flags = {
  from: Flag.String("from").pipe(
    Flag.withDescription("Address of the emulator whose journal is read"),
    Flag.withMetavar("address"),
    Flag.withDefault("http://127.0.0.1:4010")
  ),
  tenant: Flag.String("tenant").pipe(
    Flag.withDescription("Its tenant; the one of requests that name none unless set"),
    Flag.withMetavar("name"),
    Flag.optional
  ),
  since: whole("since", 0, Number.MAX_SAFE_INTEGER).pipe(
    Flag.withDescription("Only requests after this one, by its id in the journal"),
    Flag.withMetavar("id"),
    Flag.optional
  ),
  out: Flag.String("out").pipe(
    Flag.withAlias("o"),
    Flag.withDescription("File to write; one that is there is kept unless --force is given"),
    Flag.withMetavar("file.ts")
  ),
  force: Flag.Boolean("force").pipe(Flag.withDescription("Write over a file that is there"), Flag.withDefault(false))
}

/** What {@link flags} yield. */
export type Given = Command.Command.Config.Infer<typeof flags>
