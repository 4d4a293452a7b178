import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"

import * as StatePersistence from "../../src/persistence/StatePersistence.ts"

/** The state in a file and its log. */
export const storedIn = (file: string) => Effect.provide(StatePersistence.read(file), NodeFileSystem.layer)

/** The e-mail addresses of the stored users of the default tenant. */
export const emailsIn = (file: string) =>
  Effect.map(storedIn(file), ({ tenants }) =>
    [...HashMap.values(tenants.get("default")?.us.users.rows ?? HashMap.empty())].map(({ entry }) => entry.email)
  )
