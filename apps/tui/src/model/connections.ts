import { Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import { Account } from "../engine/account/Account.ts"
import { Place } from "../engine/connection/Place.ts"
import { Requests } from "../engine/connection/Requests.ts"
import { Profile } from "../profiles/Profile.ts"
import type { Connection } from "../resources/session.ts"
import { Keeper } from "../session/Keeper.ts"
import type { ProfileChoice } from "./Model.ts"

/** Makes what tells where one is connected to, as it is then, and where one could be. */
export const connectionsOf = Effect.fnUntraced(function* (profiles: ReadonlyArray<ProfileChoice>) {
  const account = yield* Account
  const place = yield* Place
  const profile = yield* Profile
  const region = yield* Region.Region
  const requests = yield* Requests
  const { isKept } = yield* Keeper

  return Effect.gen(function* (): Effect.fn.Return<ReadonlyArray<Connection>> {
    const { readOnly } = profile
    const standing = yield* account.standing
    const { refused, whose } = account.state.get()
    const kind = place.kind.get()
    return [
      {
        name: profile.name ?? "",
        region: region.name,
        address: region.apiUrl,
        readOnly,
        isCurrent: true,
        place: kind,
        whose,
        standing,
        refused,
        isLost: requests.lostAt.get() !== undefined,
        isKept
      },
      ...profiles
        .filter(({ name }) => name !== profile.name)
        .map(({ isReadOnly, ...other }) => ({
          ...other,
          readOnly: isReadOnly ? "its settings say so" : undefined,
          isCurrent: false,
          place: undefined,
          standing: undefined,
          refused: undefined,
          isLost: false,
          isKept: true
        }))
    ]
  })
})
