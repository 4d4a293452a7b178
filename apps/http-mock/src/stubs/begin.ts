import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import type { Tenants } from "../tenants/Tenants.ts"
import * as Folder from "./folder.ts"
import { stubsOrNew } from "./registry.ts"
import { routeOf } from "./Route.ts"
import type { StubHandler } from "./StubHandler.ts"
import * as Stubs from "./Stubs.ts"

/** Puts the stubs of a folder into every tenant of an emulator. */
export const useFolder = Effect.fnUntraced(function* (tenants: Tenants, folder: string) {
  const { files, stubs } = yield* Effect.provide(Folder.read(folder), NodeFileSystem.layer)
  stubsOrNew(tenants, Stubs.make).setFolder(stubs, files)
  for (const { warning } of stubs) if (warning !== undefined) yield* Effect.logWarning(warning)
})

/** Has a handler answer what its route names, in every tenant or in the one of a name; throws for what is no route. */
export const useHandler = (tenants: Tenants, text: string, handler: StubHandler, tenant?: string): void => {
  const route = Result.getOrThrowWith(routeOf(text), (why) => new RangeError(why))
  stubsOrNew(tenants, Stubs.make).handle({ route, handler }, tenant)
}
