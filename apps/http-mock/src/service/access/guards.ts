import type { Operation } from "@remote-assist/core/Contract"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Result from "effect/Result"

import { bearerToken, headerOf } from "../../wire/bearer.ts"
import * as CredentialHints from "../../wire/credentialHints.ts"
import { toErrorText, toErrorV1, toErrorV1R1, toErrorV1Token } from "../../wire/serviceErrors.ts"
import type { Worded, Wording } from "../../wire/serviceErrors.ts"
import type { Choose } from "../../world/gaps/Gaps.ts"
import type { Principal, TransitionContext } from "../../world/model/TransitionContext.ts"
import { refusal } from "../../world/Refusal.ts"
import type { Refusal } from "../../world/Refusal.ts"
import type { Sent } from "../codec/input.ts"
import { checkAddress } from "./address.ts"
import { authenticate, principalOf } from "./authenticate.ts"

type Request = HttpServerRequest.HttpServerRequest

type Checked<A = undefined> = Result.Result<A, Refusal>

const allowed: Checked = Result.succeed(undefined)

const isKey = (choose: Choose, key: string) => choose("api-key.value").some((known) => known === key)

const instead = (place: string | undefined) => (place === undefined ? "" : `, not in ${place}`)

const missingKey = (choose: Choose, header: string, request: Request) =>
  refusal(
    "apiKey",
    `The API key is missing. Send it in the header ${header}${instead(CredentialHints.apiKey(request, header, (value) => isKey(choose, value)))}.`
  )

const missingToken = (request: Request) =>
  refusal(
    "token",
    `The user token is missing. Send it in the header authorization${instead(CredentialHints.userToken(request))}.`
  )

const checkKey = (choose: Choose, header: string, request: Request, key: string | undefined): Checked => {
  if (key === undefined) return Result.fail(missingKey(choose, header, request))
  if (isKey(choose, key)) return allowed
  // values of a header that comes more than once are joined
  const why = key.includes(",")
    ? `The header ${header} comes more than once, or has a comma in it. Send one API key, once.`
    : `The API key is not known. The header ${header} carries it.`
  return Result.fail(refusal("apiKey", why))
}

/** The API key of an operation that takes no user token, which leaves the header `authorization` to it. */
const keyAlone = (choose: Choose, header: string, request: Request): string | undefined => {
  const inHeader = headerOf(request, header)
  const form = choose("api-key.form")
  if (form === "header") return inHeader
  return form === "authorization" ? bearerToken(request) : (inHeader ?? bearerToken(request))
}

const enterprise = "/v1r1/enterprise/"

/** Whether an operation with a user token takes requests without an API key; the administration never does. */
const mayLackKey = (choose: Choose, path: string) =>
  !path.startsWith(enterprise) && choose("api-key.beside-token") === "optional"

const checkKeyBesideToken = (choose: Choose, header: string, request: Request, path: string): Checked => {
  const key = headerOf(request, header)
  return key === undefined && mayLackKey(choose, path) ? allowed : checkKey(choose, header, request, key)
}

const checkToken = (context: TransitionContext, request: Request): Checked<Principal> => {
  const token = bearerToken(request)
  if (token === undefined) return Result.fail(missingToken(request))
  return Result.map(authenticate(context, token), principalOf)
}

type Guard = (
  context: TransitionContext,
  header: string,
  request: Request,
  sent: Pick<Sent, "params" | "query">
  // nobody where its operation takes no user token
) => Result.Result<Principal | undefined, Worded>

const worded = <A>(word: Wording<Worded>, { choose }: TransitionContext, checked: Checked<A>) =>
  Result.mapError(checked, (refused) => word(refused, choose))

/** Checks the API key of each request to an operation. */
const keyGuard = ({ answersText, path, takesUserToken, version }: Operation): Guard => {
  const word = version === "v1r1" ? toErrorV1R1 : answersText ? toErrorText : toErrorV1
  return (context, header, request) =>
    worded(
      word,
      context,
      takesUserToken
        ? checkKeyBesideToken(context.choose, header, request, path)
        : checkKey(context.choose, header, request, keyAlone(context.choose, header, request))
    )
}

/** Checks the user token of each request to an operation, and then what else its address has. */
const tokenGuard = (operation: Operation): Guard => {
  const { answersText, version } = operation
  const word = version === "v1r1" ? toErrorV1R1 : answersText ? toErrorText : toErrorV1Token
  return (context, _, request, sent) =>
    worded(
      word,
      context,
      Result.andThen(checkToken(context, request), (principal) =>
        Result.map(checkAddress(context.choose, operation, sent), () => principal)
      )
    )
}

/** Makes what checks the credentials of each request to an operation: the API key first, then the user token. */
export const guardOf = (operation: Operation): Guard => {
  const checksKey = keyGuard(operation)
  if (!operation.takesUserToken) return checksKey
  const checksToken = tokenGuard(operation)
  return (context, header, request, sent) =>
    Result.andThen(checksKey(context, header, request, sent), () => checksToken(context, header, request, sent))
}
