import * as Schema from "effect/Schema"

/** Where a run left things, so that they are looked for there and nowhere else: no keys. */
export const Place = Schema.Struct({
  kind: Schema.Literals(["emulator", "live"]),
  /** The origin of an emulator, or the address that a region's paths are appended to. */
  address: Schema.String
})
export type Place = typeof Place.Type
