import * as Effect from "effect/Effect"

import * as ProfileSettings from "../../../profiles/settings.ts"
import type { Sources } from "../../../profiles/Sources.ts"
import * as Connection from "../Connection.ts"
import { stdout } from "../Output.ts"
import * as Candidates from "./candidates.ts"
import { sourcesOf } from "./line.ts"

interface Given {
  readonly kind: string
  readonly word: string
  readonly line: ReadonlyArray<string>
}

// nobody waits longer at a prompt; a demo asks nobody
const patience = "2 seconds"

const found = ({ kind, line, word }: Given, given: Sources) => {
  if (kind === "profiles") return Candidates.ofProfiles(word)
  const resource = Candidates.resourceOf(kind)
  if (resource === undefined) return Effect.succeed([])
  const sources = sourcesOf(line, given)
  const asking = Candidates.ofResource(resource, word)
  return (sources.demo ? asking : Effect.timeout(asking, patience)).pipe(
    Effect.provide(Connection.layer(sources, "unless told")),
    Effect.scoped,
    ProfileSettings.provide(sources)
  )
}

/** Prints what a word can become, one a line; nothing where that cannot be found out. */
export const complete = (given: Given, sources: Sources) =>
  found(given, sources).pipe(
    Effect.flatMap((names) => stdout.write(names.map((name) => `${name}\n`).join(""))),
    Effect.ignoreCause
  )
