import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"

import { ClockGroup } from "./clock/ClockGroup.ts"
import { EvidenceGroup } from "./evidence/EvidenceGroup.ts"
import { FaultsGroup } from "./faults/FaultsGroup.ts"
import { GapsGroup } from "./gaps/GapsGroup.ts"
import { JournalGroup } from "./journal/JournalGroup.ts"
import { OutboxGroup } from "./outbox/OutboxGroup.ts"
import { StateGroup } from "./state/StateGroup.ts"
import { TenantsGroup } from "./tenants/TenantsGroup.ts"

/** The emulator's own API: puts a tenant into any state, and shows what happened there. */
export const ControlApi = HttpApi.make("remote-assist-mock")
  .annotateMerge(
    OpenApi.annotations({
      title: "Control plane of the remote-assistance emulator",
      version: "1.0.0",
      description:
        "Puts a tenant of the emulator into any state and shows what happened there. The header x-mock-tenant, or /t/<name> before the path, names the tenant."
    })
  )
  // a field that is not known is a misspelt one: ignored, it would leave the tenant as it is
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error" })
  .add(TenantsGroup)
  .add(ClockGroup)
  .add(StateGroup)
  .add(OutboxGroup)
  .add(GapsGroup)
  .add(FaultsGroup)
  .add(JournalGroup)
  .add(EvidenceGroup)
