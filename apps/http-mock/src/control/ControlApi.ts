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

/** The API of the control plane: changes the state of a tenant, and shows what happened in it. */
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
