import { Api } from "@remote-assist/core/Api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { choose } from "../../../world/gaps/Gaps.ts"
import type { PersonalAccessToken, World } from "../../../world/model/World.ts"
import * as Caller from "../../run/caller.ts"
import { inV1R1 } from "../../run/wording.ts"
import * as Transitions from "./transitions.ts"

const created = ({ description, id, token }: PersonalAccessToken) => ({ description, id, token: Redacted.make(token) })

const shown = (world: World, made: PersonalAccessToken) =>
  choose(world.settings.choices, "pat.shown") === "always"
    ? created(made)
    : { description: made.description, id: made.id }

export const layer = HttpApiBuilder.group(Api, "PersonalAccessTokens", (handlers) =>
  handlers.handleAll({
    list: () =>
      inV1R1(
        Caller.read((world, caller) =>
          Result.succeed(Transitions.list(world, caller).map((made) => shown(world, made)))
        )
      ),
    create: () => Effect.map(inV1R1(Caller.act(Transitions.create)), created),
    read: ({ params }) =>
      inV1R1(
        Caller.read((world, caller) =>
          Result.map(Transitions.read(world, caller, params.id), (made) => shown(world, made))
        )
      ),
    remove: ({ params }) => inV1R1(Caller.act((world, caller) => Transitions.remove(world, caller, params.id)))
  })
)
