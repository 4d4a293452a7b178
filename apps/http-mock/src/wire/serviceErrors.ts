import { ErrorText, ErrorV1R1 } from "@remote-assist/core/Errors"
import type { ErrorV1 } from "@remote-assist/core/Errors"

import type { Choose } from "../world/gaps/Gaps.ts"
import { defaultCodes } from "../world/gaps/wire.ts"
import type { Cause, Refusal } from "../world/Refusal.ts"

type Said<E, Fields extends keyof E> = Pick<E, Fields>

/** A refusal in the words of an operation: what an error of the contract is on the wire, as data. */
export type Worded<E = ErrorText | ErrorV1 | ErrorV1R1> = E extends ErrorText
  ? Said<E, "_tag" | "status" | "message">
  : E extends ErrorV1
    ? Said<E, "_tag" | "status" | "code" | "message">
    : E extends ErrorV1R1
      ? Said<E, "_tag" | "status" | "code" | "message" | "name">
      : never

/** How an operation words a refusal: as one of the errors that the contract documents for it. */
export type Wording<E> = (refused: Refusal, choose: Choose) => E

/** The body that the refusal goes out with. */
export const bodyOf = (worded: Worded) => {
  switch (worded._tag) {
    case "ErrorText":
      return worded.message
    case "ErrorV1":
      return { code: worded.code, message: worded.message }
    case "ErrorV1R1":
      return { code: worded.code, message: worded.message, name: worded.name }
  }
}

const codeOf = (cause: Cause, choose: Choose) =>
  cause === "expired" ? ErrorV1R1.tokenExpired : (choose("errors.codes")[cause] ?? defaultCodes[cause])

const statusV1 = (cause: Cause, choose: Choose) =>
  cause === "internal" ? 500 : cause === "badInput" ? choose("errors.bad-input-v1") : 401

/** The refusal as a `/v1` operation answers it. */
export const toErrorV1 = ({ cause, message }: Refusal, choose: Choose): Worded<ErrorV1> => ({
  _tag: "ErrorV1",
  status: statusV1(cause, choose),
  code: codeOf(cause, choose),
  message
})

/** The refusal as a `/v1` operation with a user token answers it: the expired token has a form of its own. */
export const toErrorV1Token = (refused: Refusal, choose: Choose): Worded<ErrorV1 | ErrorText> =>
  refused.cause === "expired" ? toErrorText(refused) : toErrorV1(refused, choose)

/** The refusal as a call endpoint that does not know 403 answers it: a bare string. */
export const toErrorText = ({ cause, message }: Refusal): Worded<ErrorText> => ({
  _tag: "ErrorText",
  status: 401,
  message: cause === "expired" ? ErrorText.tokenExpired : message
})

/** The refusal as the endpoints of one call answer it: denied access is 403. */
export const toErrorCall = (refused: Refusal): Worded<ErrorText> =>
  refused.cause === "permission" ? { _tag: "ErrorText", status: 403, message: refused.message } : toErrorText(refused)

/** The refusal as a `/v1r1` operation answers it. */
export const toErrorV1R1 = ({ cause, message }: Refusal, choose: Choose): Worded<ErrorV1R1> => ({
  _tag: "ErrorV1R1",
  status: 400,
  code: codeOf(cause, choose),
  message,
  name: "generic"
})
