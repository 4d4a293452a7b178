import * as Effect from "effect/Effect"

/** Where the bodies of mappings with a `bodyFileName` are; fails with why one cannot be had. */
export interface BodyFiles {
  readonly read: (name: string) => Effect.Effect<Uint8Array, string>
}

/** Where there is no folder. */
export const noFiles: BodyFiles = {
  read: () => Effect.fail("needs a folder: start the emulator with --stubs <folder>, whose __files has the bodies")
}
