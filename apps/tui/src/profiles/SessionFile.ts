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

const profileFolder = (profile: string) => join(stateFolder(), "sessions", profile)

/** The path of a session. Each address has its own session. */
const sessionPath = (profile: string, region: string, apiUrl: string) =>
  join(profileFolder(profile), createHash("sha256").update(`${region} ${apiUrl}`).digest("hex").slice(0, 16))

const readOwner = (base: string) =>
  PrivateFile.read(`${base}.who.json`).pipe(
    Effect.flatMap(Effect.fromOption),
    Effect.flatMap(Schema.decodeEffect(Content)),
    Effect.orElseSucceed(() => undefined)
  )

const ownerAt = Effect.fnUntraced(function* (base: string) {
  const whose = yield* readOwner(base)
  const files = yield* FileSystem.FileSystem
  if (yield* Effect.orElseSucceed(files.exists(`${base}.json`), () => false)) return whose ?? { who: "somebody" }
  return whose?.way === "partner-key" ? whose : undefined
})

/** Reads the owner of a profile's session at an address, or `undefined`. A session has tokens, or the path of a partner key. */
export const readSessionOwner = (profile: string, region: string, apiUrl: string) =>
  ownerAt(sessionPath(profile, region, apiUrl))

/** Whether a profile has a session at an address. */
export const exists = (profile: string, region: string, apiUrl: string) =>
  Effect.map(readSessionOwner(profile, region, apiUrl), (whose) => whose !== undefined)

/** Removes all sessions of a profile. */
export const removeAll = (profile: string) => PrivateFile.remove(profileFolder(profile))

/** The stored session of the profile, or of the region without a profile, at the current address. */
export class SessionFile extends Context.Service<SessionFile>()("@remote-assist/tui/SessionFile", {
  make: Effect.gen(function* () {
    const context = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
    const provided = Effect.provideContext(context)
    const region = yield* Region.Region
    const { name = `@${region.name}` } = yield* Profile
    const base = sessionPath(name, region.name, region.apiUrl)
    const [path, whose] = [`${base}.json`, `${base}.who.json`]
    const encode = (owner: SessionOwner) => Effect.orDie(Schema.encodeEffect(Content)(owner))
    return {
      path,
      /** Fails if other users can read the tokens. */
      mustBePrivate: provided(PrivateFile.mustBePrivate(path)),
      whose: provided(ownerAt(base)),
      note: (owner: SessionOwner) =>
        provided(
          PrivateFile.change(
            whose,
            Effect.map(encode(owner), (text) => [text, undefined] as const)
          )
        ),
      forget: provided(PrivateFile.remove(whose))
    }
  })
}) {
  static readonly layer = Layer.effect(SessionFile, SessionFile.make)
}

/** Stores the tokens of the session in its file, which only its owner can read. Processes may share it. */
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
