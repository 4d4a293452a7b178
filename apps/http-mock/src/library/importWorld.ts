import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

import type { Unreadable } from "../import/read/Unreadable.ts"
import type { WorldFile } from "../world/seed/WorldFile.ts"

/** A file of users or of pods: CSV, JSON or JSON by line, as the service lists them. */
export interface ImportedFile {
  /** What it is called where something is wrong with it. */
  readonly name: string
  readonly content: string | Uint8Array
}

export interface ImportOptions {
  /** E-mail address of who is to be an administrator; needed where none is one. */
  readonly admin?: string | undefined
  /** By which key others stand for all users and pods; they stay who they are unless set. */
  readonly key?: Redacted.Redacted | undefined
}

/** The option `world` of an emulator, and a line about each thing that was left out or changed. */
export interface Imported {
  readonly world: WorldFile
  readonly notes: ReadonlyArray<string>
}

const encoder = new TextEncoder()

/** Makes a world of files of users and pods. Its code is loaded by the first call. */
export const importWorld = (
  files: ReadonlyArray<ImportedFile>,
  options: ImportOptions = {}
): Effect.Effect<Imported, Unreadable> =>
  Effect.promise(() => import("../import/importWorld.ts")).pipe(
    Effect.flatMap(({ importWorld }) =>
      Effect.fromResult(
        importWorld(
          files.map(({ content, name }) => ({
            name,
            bytes: typeof content === "string" ? encoder.encode(content) : content
          })),
          options
        )
      )
    )
  )
