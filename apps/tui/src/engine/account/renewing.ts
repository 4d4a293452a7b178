import { Session } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import * as Problem from "../../Problem.ts"
import * as Standing from "../../session/Standing.ts"
import type * as Cell from "../Cell.ts"
import * as AccountState from "./AccountState.ts"
import { resumption } from "./Failure.ts"
import { Signer } from "./Signer.ts"

/** Makes what renews the session, and says what is so then. */
export const make = Effect.fnUntraced(function* (
  state: Cell.Cell<AccountState.AccountState>,
  standing: Effect.Effect<Standing.Standing | undefined>
) {
  const session = yield* Session.Session
  const signer = yield* Signer

  return Effect.gen(function* (): Effect.fn.Return<Result.Result<string, Problem.Problem>> {
    if (signer.inUse() !== undefined) return Result.succeed("There is nothing to renew: each request is signed anew.")
    const renewed = yield* Effect.result(session.refresh)
    const now = yield* standing
    const until = now?.until === undefined ? "its token expires" : Standing.time(now.until)
    if (Result.isSuccess(renewed)) state.update(AccountState.refusedFor(undefined))
    if (Result.isSuccess(renewed)) return Result.succeed(`The session is renewed. It lasts until ${until}.`)
    const { failure } = renewed
    const problem = Problem.of("renew the session", failure, resumption, resumption)
    const goesOn = `It goes on until ${until}; log in again by then.`
    return Result.fail(now === undefined ? problem : Problem.withTodo(problem, goesOn))
  })
})
