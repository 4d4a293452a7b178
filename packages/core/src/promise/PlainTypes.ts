import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type * as Stream from "effect/Stream"

import type { Page } from "../internal/list/paginate.ts"
import type { RawResponse as CoreRawResponse } from "../RawResponse.ts"
import type { CallPromise } from "./ClientRuntime.ts"
import type { BareStreamOptions, CallOptions, StreamOptions, WaitOptions } from "./options.ts"
import type { Paginator } from "./Paginator.ts"
import type { Secret } from "./PlainValues.ts"

/** The answer to a change, whose body the interface does not show: `entry` if the body is a resource, and the raw `body`. */
export interface RawResponse<Entry> {
  /** The changed resource, if the service answers it. */
  readonly entry: Entry | undefined
  /** The body as received: `null` if it is empty, a text if it is not JSON. */
  readonly body: unknown
}

/** A value of the Effect client as plain TypeScript: no brands, `Secret` for `Redacted`, `undefined` for `Option.none`. */
export type Plain<A> = [unknown] extends [A]
  ? unknown
  : A extends Redacted.Redacted<infer _>
    ? Secret
    : A extends Page<infer Entry>
      ? Page<Plain<Entry>>
      : A extends CoreRawResponse<infer Entry>
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

/** A parameter of the Effect client as plain TypeScript: secrets may be plain texts, omitted fields `undefined`. */
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

/** A list without totals cannot report that it has shrunk, so its options lack `onShrink`. */
type StreamOptionsOf<Args extends ReadonlyArray<unknown>> =
  Required<Args> extends readonly [unknown, infer Last]
    ? "onShrink" extends keyof Last
      ? StreamOptions
      : BareStreamOptions
    : never

/** A method that sends a request takes `retries` and returns a `CallPromise`; one that only waits returns a plain promise. */
type Answer<A, Options> = "retries" extends keyof Options ? CallPromise<Plain<A>> : Promise<Plain<A>>

type Promised<Member, Options> =
  Member extends Effect.Effect<infer A, infer _>
    ? (options?: Options) => Answer<A, Options>
    : Member extends (...args: infer Args) => Stream.Stream<infer A, infer _>
      ? (...args: [...Query<Args>, options?: StreamOptionsOf<Args>]) => Paginator<Plain<A>>
      : Member extends (...args: infer Args) => Effect.Effect<infer A, infer _>
        ? (...args: [...Inputs<Args>, options?: Options]) => Answer<A, Options>
        : never

/** The methods of a service as promises and paginators, with their comments. A paginator has the positions of `positioned` itself. */
export type PromiseClient<Service, Options extends WaitOptions = CallOptions> = {
  readonly [Name in keyof Service as Exclude<Name, "positioned">]: Promised<Service[Name], Options>
}

type Constructor = abstract new (...input: never) => unknown

type Fields<Class> = Class extends { readonly fields: infer F } ? keyof F : never

/** An error of the SDK: its own fields, and those of `Error`. */
export type PlainError<Class extends Constructor> = Error &
  Pick<InstanceType<Class>, Fields<Class> & keyof InstanceType<Class>>

/** A class of errors. `instanceof` compares the tag, so it works across copies of the SDK. */
export interface ErrorClass<Class extends Constructor> {
  /** Makes an error, for tests. */
  new (fields: ConstructorParameters<Class>[0]): PlainError<Class>
  readonly prototype: PlainError<Class>
}
