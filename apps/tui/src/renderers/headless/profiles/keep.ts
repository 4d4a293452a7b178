import * as Effect from "effect/Effect"

import * as ProfilesFile from "../../../profiles/ProfilesFile.ts"
import { forget, tellDone } from "./done.ts"

/** Makes a profile the default one. */
export const use = Effect.fnUntraced(function* ({ json, name }: { readonly json: boolean; readonly name: string }) {
  yield* ProfilesFile.named(yield* ProfilesFile.read, name)
  yield* ProfilesFile.change((now) =>
    Effect.map(ProfilesFile.named(now, name), () => [{ ...now, default: name }, undefined] as const)
  )
  return yield* tellDone(json, "use", name, `The profile ${name} is the default one.`)
})

/** Removes a profile with all that is kept for it. */
export const remove = Effect.fnUntraced(function* ({ json, name }: { readonly json: boolean; readonly name: string }) {
  yield* ProfilesFile.named(yield* ProfilesFile.read, name)
  yield* ProfilesFile.change((now) => {
    const { [name]: _, ...profiles } = now.profiles
    const { default: chosen, ...rest } = now
    return Effect.succeed([
      chosen === name || chosen === undefined ? { ...rest, profiles } : { default: chosen, profiles },
      undefined
    ] as const)
  })
  // last, as what cannot be changed is to keep its secrets
  yield* forget(name)
  return yield* tellDone(json, "remove", name, `The profile ${name} is removed, with its secrets and its session.`)
})
