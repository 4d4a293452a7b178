import { assert, describe, expectTypeOf, it } from "vitest"

import {
  ErrorV1,
  isBadRequest,
  isInvalidApiKey,
  isInvalidCredentials,
  isRateLimited,
  isTokenExpired
} from "../../src/promise.ts"
import type {
  InvalidRequest,
  RawResponse,
  BareStreamOptions,
  CallOptions,
  CallPromise,
  EnterpriseUser,
  Page,
  Remote,
  Secret,
  SessionEnded,
  UserChange,
  UserFilter,
  WaitOptions,
  Paginator,
  StreamOptions
} from "../../src/promise.ts"

type Users = Remote["enterpriseUsers"]

describe("the types of the promise form", () => {
  // compared by the compiler: here they are only named
  it("are plain: no brands, secrets that may be texts, options at the end", () => {
    assert.isFunction(expectTypeOf)
    expectTypeOf<Users["update"]>().toEqualTypeOf<
      (id: number, change: UserChange, options?: CallOptions) => CallPromise<RawResponse<EnterpriseUser>>
    >()
    expectTypeOf<Users["list"]>().returns.toEqualTypeOf<CallPromise<Page<EnterpriseUser>>>()
    expectTypeOf<Users["stream"]>().toEqualTypeOf<
      (query?: UserFilter, options?: StreamOptions) => Paginator<EnterpriseUser>
    >()
    expectTypeOf<Remote["calls"]["pages"]>().parameter(1).toEqualTypeOf<BareStreamOptions | undefined>()
    expectTypeOf<Remote["tokens"]["info"]>().parameter(0).toEqualTypeOf<string | Secret | undefined>()
    expectTypeOf<Remote["auth"]["enterprise"]>().returns.toEqualTypeOf<CallPromise<Secret>>()
    expectTypeOf<Remote["session"]["renew"]>().toEqualTypeOf<
      (expired: string | Secret, options?: WaitOptions) => Promise<Secret>
    >()
    expectTypeOf<EnterpriseUser["token"]>().toEqualTypeOf<Secret | null | undefined>()
    expectTypeOf<UserChange["active"]>().toEqualTypeOf<boolean | undefined>()
    expectTypeOf<ErrorV1["status"]>().toEqualTypeOf<401 | 500>()
  })

  it("narrow an error by a predicate, and exclude no class if it is false", () => {
    const error = new Error("no") as ErrorV1 | InvalidRequest
    if (isBadRequest(error)) expectTypeOf(error._tag).toEqualTypeOf<"ErrorV1" | "InvalidRequest">()
    else expectTypeOf(error).toEqualTypeOf<ErrorV1 | InvalidRequest>()
    const unknown: unknown = error
    if (isInvalidCredentials(unknown)) expectTypeOf(unknown._tag).toEqualTypeOf<"ErrorV1" | "ErrorV1R1" | "ErrorText">()
    assert.isFalse(isInvalidCredentials(unknown))
  })

  it("have the fields of all errors that a predicate can match", () => {
    const error: unknown = new ErrorV1({ status: 401, code: 7, message: "No" })
    if (isRateLimited(error)) expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>()
    if (isTokenExpired(error)) expectTypeOf(error.state).toEqualTypeOf<SessionEnded["state"] | undefined>()
    assert.isTrue(isInvalidApiKey(Object.assign(error as Error, { message: "No such API key" })))
    if (isInvalidApiKey(error)) {
      expectTypeOf(error.code).toEqualTypeOf<number | undefined>()
      assert.strictEqual(error.code, 7)
    }
  })
})
