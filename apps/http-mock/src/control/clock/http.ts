import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import type { ClockChange, TenantClock } from "../../tenants/TenantClock.ts"
import { tenant } from "../context/CurrentTenant.ts"
import { emptyControlApi } from "../context/emptyControlApi.ts"
import { ClockGroup } from "./ClockGroup.ts"
import type { Time, TimeChange } from "./ClockGroup.ts"

const show = (clock: TenantClock): Time => ({
  now: DateTime.makeUnsafe(clock.now()),
  scale: clock.pace()?.scale ?? 1,
  machine: clock.pace() === undefined
})

const changeOf = ({ advance, scale, set }: TimeChange): ClockChange => ({
  ...(set === undefined ? {} : { set: DateTime.toEpochMillis(set) }),
  ...(advance === undefined ? {} : { advance: Duration.toMillis(advance) }),
  ...(scale === undefined ? {} : { scale })
})

const withClock = (use: (clock: TenantClock) => void) =>
  Effect.map(tenant, ({ clock }) => {
    use(clock)
    return show(clock)
  })

export const layer = HttpApiBuilder.group(emptyControlApi.add(ClockGroup), "clock", (handlers) =>
  handlers.handleAll({
    read: () => Effect.map(tenant, ({ clock }) => show(clock)),
    change: ({ payload }) => withClock((clock) => clock.change(changeOf(payload))),
    reset: () => withClock((clock) => clock.restore(undefined))
  })
)
