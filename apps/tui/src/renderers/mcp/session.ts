import { Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { Account } from "../../engine/account/Account.ts"
import { Place } from "../../engine/connection/Place.ts"
import { Profile } from "../../profiles/Profile.ts"
import { Entrance } from "../headless/Connection.ts"
import * as Input from "./input.ts"
import * as Permissions from "./Permissions.ts"
import { nameOf } from "./Tool.ts"
import type { Tool } from "./Tool.ts"

/** The tools that are not permitted, each with the flag that it lacks. */
export const lackingOf = (permissions: Permissions.Permissions, tools: ReadonlyArray<Tool>) =>
  tools
    .filter(({ effect }) => !Permissions.mayDo(permissions, effect))
    .map(({ effect, name }) => ({ tool: name, needs: Permissions.needOf(permissions, effect) }))

/** The tool that tells where one is, as whom, and what may be done. */
export const session = (permissions: Permissions.Permissions, tools: ReadonlyArray<Tool>): Tool => ({
  name: nameOf("session", "show"),
  title: "Show the session",
  description:
    "Shows who is logged in, where, whether that is the live service or an emulator, and which tools this server does not give and by which flag it would.",
  input: Input.objectOf({}),
  effect: "read",
  isIdempotent: true,
  isPublic: true,
  run: Effect.fnUntraced(function* () {
    const { enter } = yield* Entrance
    const entered = yield* Effect.result(enter)
    const { who = null } = (yield* Account).state.get()
    const { apiUrl, name: region } = yield* Region.Region
    const { name: profile = null, readOnly = null } = yield* Profile
    return {
      who,
      ...(Result.isFailure(entered) ? { problem: entered.failure.message } : {}),
      profile,
      region,
      base_url: apiUrl,
      place: yield* Effect.flatMap(Place, ({ find }) => find),
      read_only: readOnly,
      asks_before_what_is_final: !permissions.asksNobody,
      not_permitted: lackingOf(permissions, tools)
    }
  })
})
