import { ErrorText, ErrorV1, ErrorV1R1 } from "@remote-assist/core/Errors"

import type { Choose } from "../world/gaps/Gaps.ts"
import { defaultCodes } from "../world/gaps/wire.ts"
import type { Cause, Refusal } from "../world/Refusal.ts"

const codeOf = (cause: Cause, choose: Choose) =>
  cause === "expired" ? ErrorV1R1.tokenExpired : (choose("errors.codes")[cause] ?? defaultCodes[cause])

const statusV1 = (cause: Cause, choose: Choose) =>
  cause === "internal" ? 500 : cause === "badInput" ? choose("errors.bad-input-v1") : 401

/** The refusal as a `/v1` operation answers it. */
export const toErrorV1 = ({ cause, message }: Refusal, choose: Choose): ErrorV1 =>
  new ErrorV1({ status: statusV1(cause, choose), code: codeOf(cause, choose), message })

/** The refusal as a `/v1` operation with a user token answers it: the expired token has a form of its own. */
export const toErrorV1Token = (refused: Refusal, choose: Choose): ErrorV1 | ErrorText =>
  refused.cause === "expired" ? toErrorText(refused) : toErrorV1(refused, choose)

/** The refusal as a call endpoint that does not know 403 answers it: a bare string. */
export const toErrorText = ({ cause, message }: Refusal): ErrorText =>
  new ErrorText({ status: 401, message: cause === "expired" ? ErrorText.tokenExpired : message })

/** The refusal as the endpoints of one call answer it: denied access is 403. */
export const toErrorCall = (refused: Refusal): ErrorText =>
  refused.cause === "permission" ? new ErrorText({ status: 403, message: refused.message }) : toErrorText(refused)

/** The refusal as a `/v1r1` operation answers it. */
export const toErrorV1R1 = ({ cause, message }: Refusal, choose: Choose): ErrorV1R1 =>
  new ErrorV1R1({ code: codeOf(cause, choose), message, name: "generic" })
