import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import * as PersonalAccessTokens from "../../world/model/personalAccessTokens.ts"
import { branchField } from "../../world/model/rows.ts"
import type { PersonalAccessToken } from "../../world/model/rows.ts"
import type { CallerContext, TransitionResult } from "../../world/model/World.ts"
import { nextRandom } from "../../world/prng.ts"
import { serviceError } from "../../world/ServiceError.ts"
import { mapAnswer } from "../operation.ts"
import type { Handlers } from "../operation.ts"

/** Returns the tokens of the caller, the oldest first. */
export const list = ({ caller, world }: CallerContext): TransitionResult<ReadonlyArray<PersonalAccessToken>> =>
  Result.succeed([world, PersonalAccessTokens.ofUser(world, caller.entry.id)])

/** Creates a token of the caller. Ids are not reused. */
export const create = ({ caller, option, now, world }: CallerContext): TransitionResult<PersonalAccessToken> => {
  const [drawn, hex] = nextRandom(world)
  const numbered = option("pat.description") === "numbered"
  const id = PersonalAccessTokens.nextId(world)
  const token = {
    id,
    userId: caller.entry.id,
    description: numbered ? `Personal access token ${id}` : "",
    token: `pat-${hex}`,
    ...branchField(world.line),
    madeAt: now
  }
  return Result.succeed([PersonalAccessTokens.add(drawn, token), token])
}

/** Returns a token of the caller. A token of another user is not found, or denied. */
export const read = ({ caller, option, world }: CallerContext, id: string): TransitionResult<PersonalAccessToken> => {
  const found = /^[1-9]\d{0,14}$/.test(id)
    ? HashMap.get(world.personalAccessTokens, PersonalAccessTokenId.make(Number(id)))
    : Option.none()
  if (Option.isSome(found) && found.value.userId === caller.entry.id) return Result.succeed([world, found.value])
  return Result.fail(
    Option.isSome(found) && option("pat.others") === "access denied"
      ? serviceError("permission", `The personal access token ${id} is another user's.`)
      : serviceError("notFound", `You have no personal access token ${id}.`)
  )
}

/** Removes a token of the caller permanently. User tokens made from it end with it. */
export const remove = (context: CallerContext, id: PersonalAccessTokenId): TransitionResult<void> =>
  Result.map(read(context, String(id)), ([world, token]) => [
    PersonalAccessTokens.remove(world, token.userId, [token]),
    undefined
  ])

const withToken = ({ description, id, token }: PersonalAccessToken) => ({
  description,
  id,
  token: Redacted.make(token)
})

const entryOf = ({ option }: CallerContext, token: PersonalAccessToken) =>
  option("pat.shown") === "always" ? withToken(token) : { description: token.description, id: token.id }

export const handlers: Handlers<"PersonalAccessTokens", CallerContext> = {
  list: (context) => mapAnswer(list(context), (all) => all.map((token) => entryOf(context, token))),
  create: (context) => mapAnswer(create(context), withToken),
  read: (context, { params }) => mapAnswer(read(context, params.id), (token) => entryOf(context, token)),
  remove: (context, { params }) => remove(context, params.id)
}
