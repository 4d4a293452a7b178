import { createHash } from "node:crypto"
import { join } from "node:path"

import type { BadSettings } from "@remote-assist/cli/Settings"
import { Errors, Region, TokenFile, TokenStore } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import * as Schema from "effect/Schema"

import { SessionOwner } from "../session/Credentials.ts"
import * as PrivateFile from "./PrivateFile.ts"
import { stateFolder } from "./PrivateFile.ts"
import { Profile } from "./Profile.ts"

const Content = Schema.fromJsonString(SessionOwner)

const folderOf = (profile: string) => join(stateFolder(), "sessions", profile)

/** Where a session is: one of another address is another. */
const pathOf = (profile: string, region: string, apiUrl: string) =>
  join(folderOf(profile), createHash("sha256").update(`${region} ${apiUrl}`).digest("hex").slice(0, 16))

const noted = (base: string) =>
  PrivateFile.read(`${base}.who.json`).pipe(
    Effect.flatMap(Effect.fromOption),
    Effect.flatMap(Schema.decodeEffect(Content)),
    Effect.orElseSucceed(() => undefined)
  )

const whoseIn = Effect.fnUntraced(function* (base: string) {
  const files = yield* FileSystem.FileSystem
  const hasTokens = yield* Effect.orElseSucceed(files.exists(`${base}.json`), () => false)
  const whose = yield* noted(base)
  if (hasTokens) return whose ?? { who: "somebody" }
  return whose?.way === "partner-key" ? whose : undefined
})

/** Whose session a profile has at an address, if it has one: its tokens, or where the key is that signs. */
export const whoseOf = (profile: string, region: string, apiUrl: string) => whoseIn(pathOf(profile, region, apiUrl))

/** Whether a profile has a session at an address. */
export const exists = (profile: string, region: string, apiUrl: string) =>
  Effect.map(whoseOf(profile, region, apiUrl), (whose) => whose !== undefined)

/** Forgets every session of a profile. */
export const removeAll = (profile: string) => PrivateFile.remove(folderOf(profile))

/** The session that is kept for a profile, or without one for a region, at the address in use. */
export class SessionFile extends Context.Service<
  SessionFile,
  {
    /** Where its tokens are. */
    readonly path: string
    /** Whether it has tokens: one that is signed has none. */
    readonly hasTokens: Effect.Effect<boolean>
    /** Fails where others can read the tokens. */
    readonly mustBePrivate: Effect.Effect<void, BadSettings>
    /** Whose it is, if there is one. */
    readonly whose: Effect.Effect<SessionOwner | undefined>
    readonly note: (whose: SessionOwner) => Effect.Effect<void, BadSettings>
    readonly forget: Effect.Effect<void, BadSettings>
  }
>()("@remote-assist/tui/SessionFile") {
  static readonly layer = Layer.effect(
    SessionFile,
    Effect.gen(function* () {
      const context = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
      const region = yield* Region.Region
      const { name = `@${region.name}` } = yield* Profile
      const base = pathOf(name, region.name, region.apiUrl)
      const [tokens, whose] = [`${base}.json`, `${base}.who.json`]
      return SessionFile.of({
        path: tokens,
        hasTokens: Effect.provideContext(
          Effect.flatMap(FileSystem.FileSystem, (files) => Effect.orElseSucceed(files.exists(tokens), () => false)),
          context
        ),
        mustBePrivate: Effect.provideContext(PrivateFile.mustBePrivate(tokens), context),
        whose: Effect.provideContext(whoseIn(base), context),
        note: (noted) =>
          Effect.provideContext(
            PrivateFile.change(
              whose,
              Effect.orDie(Effect.map(Schema.encodeEffect(Content)(noted), (text) => [text, undefined] as const))
            ),
            context
          ),
        forget: Effect.provideContext(PrivateFile.remove(whose), context)
      })
    })
  )
}

/** Keeps the tokens of the session in its file, which its owner alone can read; processes that share it agree. */
export const layerTokens = Layer.unwrap(
  Effect.gen(function* () {
    const { mustBePrivate, path } = yield* SessionFile
    const context = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
    const failed = ({ message }: BadSettings) => new Errors.TokenStoreFailed({ store: path, reason: message })
    const makeFolder = Effect.provideContext(PrivateFile.makeFolder(path), context)
    return Layer.effect(
      TokenStore.TokenStore,
      Effect.map(TokenStore.TokenStore, (store) => ({
        ...store,
        load: Effect.andThen(Effect.mapError(mustBePrivate, failed), store.load),
        save: (tokens) => Effect.andThen(Effect.mapError(makeFolder, failed), store.save(tokens))
      }))
    ).pipe(Layer.provide(TokenFile.layer(path)))
  })
)
