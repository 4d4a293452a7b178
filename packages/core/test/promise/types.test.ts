import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type * as Stream from "effect/Stream"
import { assert, describe, expectTypeOf, it } from "vitest"

import type { Auth } from "../../src/Auth.ts"
import type { Calls } from "../../src/Calls.ts"
import type * as Users from "../../src/EnterpriseUsers.ts"
import type { Invitations } from "../../src/Invitations.ts"
import type { OnCallGroups } from "../../src/OnCallGroups.ts"
import type { PersonalAccessTokens } from "../../src/PersonalAccessTokens.ts"
import type { Pods } from "../../src/Pods.ts"
import type {
  BareWalkOptions,
  CallOptions,
  CallPromise,
  EnterpriseUser,
  Page,
  Remote,
  Secret,
  WaitOptions,
  Walk,
  WalkOptions
} from "../../src/promise.ts"
import type { Registration } from "../../src/Registration.ts"
import type { Session } from "../../src/Session.ts"
import type { Tokens } from "../../src/Tokens.ts"

/** A value of the Effect form as the promise form has it. */
type Plain<A> = [A] extends [never]
  ? never
  : A extends Redacted.Redacted<infer _>
    ? Secret
    : A extends Option.Option<infer B>
      ? Plain<B> | undefined
      : A extends string
        ? string
        : A extends number
          ? number
          : A extends boolean | null | undefined | void
            ? A
            : A extends ReadonlyArray<infer B>
              ? ReadonlyArray<Plain<B>>
              : A extends object
                ? { readonly [Name in keyof A]: Plain<A[Name]> }
                : A

/** What the promise form takes instead: plain texts for secrets, and `undefined` for what is left out. */
type Taken<A> =
  A extends Redacted.Redacted<infer _>
    ? string | Secret
    : A extends string
      ? string
      : A extends number
        ? number
        : A extends boolean | null | undefined
          ? A
          : A extends ReadonlyArray<infer B>
            ? ReadonlyArray<Taken<B>>
            : { readonly [Name in keyof A]: Taken<A[Name]> | ({} extends Pick<A, Name> ? undefined : never) }

type TakenAll<Input extends ReadonlyArray<any>> = { [At in keyof Input]: Taken<Input[At]> }

type Walked<Input extends ReadonlyArray<any>> =
  Required<Input> extends [...infer Own extends ReadonlyArray<any>, infer _Walk] ? Own : never

/** The options of a walk: those of a list that does not tell how many entries it has are fewer. */
type WalkOf<Input extends ReadonlyArray<any>> =
  Required<Input> extends [...infer _Own, infer Walk]
    ? "onShrink" extends keyof Walk
      ? WalkOptions
      : BareWalkOptions
    : never

type Method<Member, Options> =
  Member extends Effect.Effect<infer A, infer _E>
    ? (options?: Options) => CallPromise<Plain<A>>
    : Member extends (...input: infer Input) => Stream.Stream<infer A, infer _E>
      ? (...input: [...TakenAll<Walked<Input>>, options: WalkOf<Input>]) => Walk<Plain<A>>
      : Member extends (...input: infer Input) => Effect.Effect<infer A, infer _E>
        ? (...input: [...TakenAll<Required<Input>>, options: Options]) => CallPromise<Plain<A>>
        : never

/** The same with a plain promise, and all that may be left out required, so that two methods can be compared. */
type Compared<F> = F extends (...input: infer Input) => CallPromise<infer A>
  ? { readonly input: Required<Input>; readonly answer: A }
  : F extends (...input: infer Input) => Promise<infer A>
    ? { readonly input: Required<Input>; readonly answer: A }
    : F extends (...input: infer Input) => Walk<infer A>
      ? { readonly input: Required<Input>; readonly entry: A }
      : never

type Promised<Service, Options = CallOptions> = {
  readonly [Name in keyof Service]: Compared<Method<Service[Name], Options>>
}

type Door<Methods> = { readonly [Name in keyof Methods]: Compared<Methods[Name]> }

/** What of a session sends no request of its own. */
type Waiting = "start" | "token" | "renew" | "refresh" | "logOut"

describe("the types of the promise form", () => {
  // compared by the compiler: here they are only named
  it("are those of the Effect form, in plain values", () => {
    assert.isFunction(expectTypeOf)
    expectTypeOf<Door<Remote["enterpriseUsers"]>>().toEqualTypeOf<Promised<Users.EnterpriseUsers["Service"]>>()
    expectTypeOf<Door<Remote["pods"]>>().toEqualTypeOf<Promised<Pods["Service"]>>()
    expectTypeOf<Door<Remote["onCallGroups"]>>().toEqualTypeOf<Promised<OnCallGroups["Service"]>>()
    expectTypeOf<Door<Remote["calls"]>>().toEqualTypeOf<Promised<Calls["Service"]>>()
    expectTypeOf<Door<Remote["invitations"]>>().toEqualTypeOf<Promised<Invitations["Service"]>>()
    expectTypeOf<Door<Remote["personalAccessTokens"]>>().toEqualTypeOf<Promised<PersonalAccessTokens["Service"]>>()
    expectTypeOf<Door<Remote["registration"]>>().toEqualTypeOf<Promised<Registration["Service"]>>()
    expectTypeOf<Door<Remote["tokens"]>>().toEqualTypeOf<Promised<Tokens["Service"]>>()
    expectTypeOf<Door<Remote["auth"]>>().toEqualTypeOf<Promised<Auth["Service"]>>()
    expectTypeOf<Door<Omit<Remote["session"], Waiting>>>().toEqualTypeOf<Promised<Omit<Session["Service"], Waiting>>>()
    expectTypeOf<Door<Pick<Remote["session"], Waiting>>>().toEqualTypeOf<
      Promised<Pick<Session["Service"], Waiting>, WaitOptions>
    >()
  })

  it("name what they are: a page is a page", () => {
    assert.isFunction(expectTypeOf)
    expectTypeOf<Remote["enterpriseUsers"]["list"]>().returns.toEqualTypeOf<CallPromise<Page<EnterpriseUser>>>()
  })
})
