import { sanitize } from "@remote-assist/cli/Terminal"
import * as Effect from "effect/Effect"

import * as SecretsFile from "../../../profiles/SecretsFile.ts"
import * as SessionFile from "../../../profiles/SessionFile.ts"
import * as Json from "../json.ts"
import { writeDone } from "../Output.ts"

/** Tells what was done to a profile. */
export const tellDone = (json: boolean, verb: string, target: string, message: string) =>
  writeDone(
    `${json ? Json.write({ action: `profiles.${verb}`, target, outcome: "done", message }) : sanitize(message)}\n`
  )

/** Forgets what is secret of a profile, and its session. */
export const forget = Effect.fnUntraced(function* (name: string) {
  yield* SecretsFile.remove(name)
  yield* SessionFile.removeAll(name)
})
