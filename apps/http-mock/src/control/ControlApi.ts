import { CallsGroup } from "./calls/CallsGroup.ts"
import { ClockGroup } from "./clock/ClockGroup.ts"
import { emptyControlApi } from "./context/emptyControlApi.ts"
import { EvidenceGroup } from "./evidence/EvidenceGroup.ts"
import { FaultsGroup } from "./faults/FaultsGroup.ts"
import { GapsGroup } from "./gaps/GapsGroup.ts"
import { JournalGroup } from "./journal/JournalGroup.ts"
import { OutboxGroup } from "./outbox/OutboxGroup.ts"
import { RateLimitGroup } from "./rateLimit/RateLimitGroup.ts"
import { StateGroup } from "./state/StateGroup.ts"
import { TenantsGroup } from "./tenants/TenantsGroup.ts"

/** The emulator's own API: puts a tenant into any state, and shows what happened there. */
export const ControlApi = emptyControlApi
  .add(TenantsGroup)
  .add(ClockGroup)
  .add(StateGroup)
  .add(OutboxGroup)
  .add(CallsGroup)
  .add(GapsGroup)
  .add(FaultsGroup)
  .add(RateLimitGroup)
  .add(JournalGroup)
  .add(EvidenceGroup)
