import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { toErrorV1R1 } from "../../wire/errors.ts"
import * as PersonalAccessTokens from "../../world/model/personalAccessTokens.ts"
import { branchField } from "../../world/model/rows.ts"
import type { PersonalAccessToken } from "../../world/model/rows.ts"
import type { CallerContext, TransitionResult } from "../../world/model/World.ts"
import { nextRandom } from "../../world/prng.ts"
import { serviceError } from "../../world/ServiceError.ts"
import { user, runAs, mapAnswer } from "../operation.ts"
import type { Handlers } from "../operation.ts"

/** The caller's tokens, the oldest first. */
export const list = ({ caller, world }: CallerContext): TransitionResult<ReadonlyArray<PersonalAccessToken>> =>
  Result.succeed([world, PersonalAccessTokens.ofUser(world, caller.entry.id)])

/** Creates a token of the caller; ids are not used again. */
export const create = ({ caller, option, now, world }: CallerContext): TransitionResult<PersonalAccessToken> => {
  const [drawn, hex] = nextRandom(world)
  const numbered = option("pat.description") === "numbered"
  const id = PersonalAccessTokens.nextId(world)
  const made = {
    id,
    userId: caller.entry.id,
    description: numbered ? `Personal access token ${id}` : "",
    token: `pat-${hex}`,
    ...branchField(world.line),
    madeAt: now
  }
  return Result.succeed([PersonalAccessTokens.add(drawn, made), made])
}

/** One token of the caller; those of others are not found, or denied where the gap says so. */
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

/** Removes a token of the caller for good; user tokens made from it end with it. */
export const remove = (context: CallerContext, id: PersonalAccessTokenId): TransitionResult<void> =>
  Result.map(read(context, String(id)), ([world, made]) => [
    PersonalAccessTokens.remove(world, made.userId, [made]),
    undefined
  ])

const v1r1 = runAs(user, toErrorV1R1)

const created = ({ description, id, token }: PersonalAccessToken) => ({ description, id, token: Redacted.make(token) })

const shown = ({ option }: CallerContext, made: PersonalAccessToken) =>
  option("pat.shown") === "always" ? created(made) : { description: made.description, id: made.id }

export const handlers: Handlers<"PersonalAccessTokens"> = {
  list: () =>
    v1r1((context) => Result.map(list(context), ([world, all]) => [world, all.map((made) => shown(context, made))])),
  create: () => mapAnswer(v1r1(create), created),
  read: ({ params }) =>
    v1r1((context) => Result.map(read(context, params.id), ([world, made]) => [world, shown(context, made)])),
  remove: ({ params }) => v1r1((context) => remove(context, params.id))
}
