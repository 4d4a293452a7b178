import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type * as Stream from "effect/Stream"

import type { Page } from "../Page.ts"
import type { RawResponse as CoreAcknowledged } from "../RawResponse.ts"
import type { BareWalkOptions, CallOptions, WaitOptions, WalkOptions } from "./CallOptions.ts"
import type { CallPromise } from "./Door.ts"
import type { Secret } from "./Secret.ts"
import type { Walk } from "./Walk.ts"

/** The answer to a change, whose body the interface does not show: `entry` if it is a user, and `body` as it came. */
export interface RawResponse<Entry> {
  /** The resource as the service has it now, if it answers it. */
  readonly entry: Entry | undefined
  /** The body as it came: `null` when it is empty, a text when it is not JSON. */
  readonly body: unknown
}

/** A value of the Effect form as plain TypeScript: no brands, `Secret` for `Redacted`, `undefined` for `Option.none`. */
export type Plain<A> = [unknown] extends [A]
  ? unknown
  : A extends Redacted.Redacted<infer _>
    ? Secret
    : A extends Page<infer Entry>
      ? Page<Plain<Entry>>
      : A extends CoreAcknowledged<infer Entry>
        ? RawResponse<Plain<Entry>>
        : A extends Option.Option<infer B>
          ? Plain<B> | undefined
          : A extends string
            ? string
            : A extends number
              ? number
              : A extends ReadonlyArray<infer B>
                ? ReadonlyArray<Plain<B>>
                : A extends object
                  ? PlainFields<A>
                  : A

/** The fields of a resource as plain TypeScript. */
export type PlainFields<A> = { readonly [Name in keyof A]: Plain<A[Name]> }

/** A parameter of the Effect form, as a program passes it: plain texts for secrets, `undefined` for what is left out. */
export type PlainInput<A> =
  A extends Redacted.Redacted<infer _>
    ? string | Secret
    : A extends string
      ? string
      : A extends number
        ? number
        : A extends ReadonlyArray<infer B>
          ? ReadonlyArray<PlainInput<B>>
          : A extends object
            ? InputFields<A>
            : A

/** The fields of an input as plain TypeScript. */
export type InputFields<A> = {
  readonly [Name in keyof A]: PlainInput<A[Name]> | ({} extends Pick<A, Name> ? undefined : never)
}

type Inputs<Args extends ReadonlyArray<unknown>> = { [Name in keyof Args]: PlainInput<Args[Name]> }

type Query<Args extends ReadonlyArray<unknown>> =
  Required<Args> extends readonly [infer First, unknown] ? [query?: PlainInput<First>] : never

type WalkOf<Args extends ReadonlyArray<unknown>> =
  Required<Args> extends readonly [unknown, infer Last]
    ? "onShrink" extends keyof Last
      ? WalkOptions
      : BareWalkOptions
    : never

type Answer<A, Options> = "retries" extends keyof Options ? CallPromise<Plain<A>> : Promise<Plain<A>>

type Promised<Member, Options> =
  Member extends Effect.Effect<infer A, infer _>
    ? (options?: Options) => Answer<A, Options>
    : Member extends (...args: infer Args) => Stream.Stream<infer A, infer _>
      ? (...args: [...Query<Args>, options?: WalkOf<Args>]) => Walk<Plain<A>>
      : Member extends (...args: infer Args) => Effect.Effect<infer A, infer _>
        ? (...args: [...Inputs<Args>, options?: Options]) => Answer<A, Options>
        : never

/** The methods of a service as promises and walks, each documented as the service's own. */
export type PromiseClient<Service, Options extends WaitOptions = CallOptions> = {
  readonly [Name in keyof Service]: Promised<Service[Name], Options>
}

type Constructor = abstract new (...input: never) => unknown

type Fields<Class> = Class extends { readonly fields: infer F } ? keyof F : never

/** An error of the SDK: its own fields, and those of every `Error`. */
export type PlainError<Class extends Constructor> = Error &
  Pick<InstanceType<Class>, Fields<Class> & keyof InstanceType<Class>>

/** A class of errors. `instanceof` tells by the tag, so that it works between copies of the SDK too. */
export interface ErrorClass<Class extends Constructor> {
  /** Makes such an error, for a test. */
  new (...input: ConstructorParameters<Class>): PlainError<Class>
  readonly prototype: PlainError<Class>
}
