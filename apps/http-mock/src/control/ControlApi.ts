import { CallsGroup } from "./calls.ts"
import { ClockGroup } from "./clock.ts"
import { emptyControlApi } from "./context.ts"
import { EvidenceGroup } from "./evidence.ts"
import { FaultsGroup } from "./faults.ts"
import { GapsGroup } from "./gaps.ts"
import { JournalGroup } from "./journalEntries.ts"
import { OutboxGroup } from "./outbox.ts"
import { RateLimitGroup } from "./rateLimit.ts"
import { StateGroup } from "./state.ts"
import { TenantsGroup } from "./tenants.ts"

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
