import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

import { CallTimeout } from "../CallTimeout.ts"
import { InvalidSettings } from "../Errors.ts"
import * as TokenFile from "../TokenFile.ts"
import { TokenStore as Core } from "../TokenStore.ts"
import { captureCaller, withCallerStack } from "./ClientRuntime.ts"
import * as Options from "./options.ts"
import { decodeTokens, encodeTokens } from "./tokenStore.ts"
import type { TokenAccess, TokenStore } from "./tokenStore.ts"

const accessOf = ({ clear, load, save }: Core["Service"], context: Context.Context<never>): TokenAccess => {
  const run = Effect.runPromiseWith(context)
  return {
    load: () => run(Effect.map(load, (found) => Option.getOrUndefined(Option.map(found, encodeTokens)))),
    save: (tokens) => run(Effect.flatMap(decodeTokens(tokens), save)),
    clear: () => run(clear)
  }
}

/**
 * Stores the tokens in a file that only its owner can read. Processes may share the file, also with `TokenFile` of the Effect
 * form: one of them renews the session, and the others wait for it.
 */
export const tokenFile = (path: string): TokenStore => {
  // a number would be a file descriptor, and a URL ends as the name of a file
  if (!Options.text.is(path)) {
    const reason = 'give the path of a file, such as "session.json"'
    throw withCallerStack(new InvalidSettings({ setting: "tokenFile", reason }), captureCaller(tokenFile))
  }
  const layer = Layer.provideMerge(TokenFile.layer(path), NodeFileSystem.layer)
  const context = Effect.runSync(Effect.scoped(Layer.build(layer)))
  const store = Context.get(context, Core)
  return {
    ...accessOf(store, context),
    exclusive: (work, timeout = 30_000) =>
      store
        .exclusive(
          // nested calls run under the lock of this context
          Effect.flatMap(Effect.context(), (locked) =>
            Effect.promise(() => work(accessOf(store, Context.merge(context, locked))))
          )
        )
        .pipe(Effect.provideService(CallTimeout, timeout), Effect.runPromise)
  }
}
