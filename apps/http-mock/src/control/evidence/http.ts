import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import { matrix, undocumented } from "../../evidence/Matrix.ts"
import { table } from "../../evidence/Table.ts"
import { unread } from "../../evidence/Unread.ts"
import { ControlApi } from "../ControlApi.ts"
import { Registry } from "../Registry.ts"

export const layer = HttpApiBuilder.group(ControlApi, "evidence", (handlers) =>
  handlers.handleAll({
    read: () =>
      Effect.map(Registry, ({ all, evidence }) => ({
        documented: matrix(evidence.all()),
        undocumented: undocumented(evidence.all()),
        unread: unread(all().flatMap(({ tenant }) => tenant.journal?.all() ?? []))
      })),
    table: () => Effect.map(Registry, ({ evidence }) => table(matrix(evidence.all())))
  })
)
