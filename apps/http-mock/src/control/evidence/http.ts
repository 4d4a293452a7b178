import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import { emptyControlApi } from "../context/emptyControlApi.ts"
import { Registry } from "../context/Registry.ts"
import { EvidenceGroup } from "./EvidenceGroup.ts"
import { ignoredFields } from "./ignoredFields.ts"
import { matrix, undocumented } from "./matrix.ts"
import { table } from "./table.ts"

export const layer = HttpApiBuilder.group(emptyControlApi.add(EvidenceGroup), "evidence", (handlers) =>
  handlers.handleAll({
    read: () =>
      Effect.map(Registry, ({ all, evidence }) => ({
        documented: matrix(evidence.all()),
        undocumented: undocumented(evidence.all()),
        unread: ignoredFields(all().flatMap(({ tenant }) => tenant.journal?.all() ?? []))
      })),
    table: () => Effect.map(Registry, ({ evidence }) => table(matrix(evidence.all())))
  })
)
