import type { Http } from "@remote-assist/core/Http"
import type { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import type { Region } from "@remote-assist/core/Region"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { ownTokens } from "../../scenario/steps/ownTokens.ts"
import { loggedInAs } from "../../scenario/steps/people.ts"
import { Target } from "../../targets/Target.ts"
import type { Person } from "../../targets/Target.ts"
import type { Left } from "../Line.ts"
import { gone } from "./Kind.ts"
import type { Asked, Find, Found } from "./Kind.ts"

type Needed = Target | Region | Http

/** What a run asks before it creates one: whose it will be, and which they have. */
const Before = Schema.Struct({ owner: Schema.String, known: Schema.Array(Schema.Int) })

const beforeOf = Schema.decodeUnknownOption(Before)

const removing = (owner: Person, ids: ReadonlyArray<PersonalAccessTokenId>): Found<Needed> => ({
  _tag: "There",
  remove: loggedInAs(
    owner,
    Effect.flatMap(PersonalAccessTokens, ({ remove }) => Effect.forEach(ids, (id) => remove(id)))
  )
})

const choose = (
  owner: Person,
  now: ReadonlyArray<PersonalAccessTokenId>,
  { key }: Left,
  before: typeof Before.Type,
  { allowDestructive }: Asked
): Found<Needed> => {
  if (key !== undefined) {
    const found = now.filter((id) => String(id) === key)
    return found.length === 0 ? gone : removing(owner, found)
  }
  const since = now.filter((id) => !before.known.includes(id))
  if (since.length === 0) return gone
  return allowDestructive
    ? removing(owner, since)
    : {
        _tag: "Unclear",
        reason: `its id never came, and nothing tells it from others; ${owner.email} got ${since.join(", ")} since. Remove them too with --allow-destructive if nobody needs them, or remove the right one by hand`
      }
}

/** A personal access token, which only its owner can see: by its id, or among those that came since. */
export const personalAccessToken: Find<Needed> = (left, asked) =>
  Effect.gen(function* () {
    const before = Option.getOrUndefined(beforeOf(left.details))
    if (before === undefined) return { _tag: "Unclear", reason: "the ledger does not say whose it is" }
    const { administrator, colleague } = yield* Target
    for (const person of [administrator, colleague]) {
      const { known, owner } = yield* loggedInAs(person, ownTokens)
      if (owner === before.owner) return choose(person, known, left, before, asked)
    }
    return {
      _tag: "Unclear",
      reason: `it belongs to the user ${before.owner}, who is neither ${administrator.email} nor ${colleague.email}; it ends with them`
    }
  })
