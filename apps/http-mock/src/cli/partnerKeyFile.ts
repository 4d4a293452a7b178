import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"

import { unusable } from "../world/tokens/PartnerKey.ts"

/** A file that cannot be the public key of a site. */
export class UnusablePartnerKey extends Schema.TaggedError<UnusablePartnerKey>()("UnusablePartnerKey", {
  file: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot use ${this.file} as --partner-key: ${this.reason}.`
  }
}

/** Reads the public key of a site. What the file holds is not repeated: it may be the private half. */
export const read = Effect.fnUntraced(function* (file: string) {
  const pem = yield* Effect.flatMap(FileSystem.FileSystem, (files) => files.readFileString(file)).pipe(
    Effect.mapError(({ reason }) => new UnusablePartnerKey({ file, reason: `it cannot be read (${reason._tag})` }))
  )
  const reason = unusable(pem)
  return reason === undefined ? pem : yield* new UnusablePartnerKey({ file, reason })
})
