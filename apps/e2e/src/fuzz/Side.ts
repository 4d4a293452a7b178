import { Auth } from "@remote-assist/core/Auth"
import { Calls } from "@remote-assist/core/Calls"
import * as Client from "@remote-assist/core/Client"
import type { OperationId } from "@remote-assist/core/Contract"
import * as Contract from "@remote-assist/core/Contract"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Invitations } from "@remote-assist/core/Invitations"
import { OnCallGroups } from "@remote-assist/core/OnCallGroups"
import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { Pods } from "@remote-assist/core/Pods"
import { Registration } from "@remote-assist/core/Registration"
import { Tokens } from "@remote-assist/core/Tokens"
import { UserToken } from "@remote-assist/core/UserToken"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { secretFields, signatures } from "../code/signatures.ts"
import { isFields, isList, partOf } from "../code/Value.ts"
import type { Input, Value } from "../code/Value.ts"
import { failureOf, Secret, seen } from "../scenario/Seen.ts"
import type { Outcome, Seen } from "../scenario/Seen.ts"
import { freeze } from "../scenario/steps/clock.ts"
import { fixedToken } from "../scenario/steps/tokens.ts"
import { Target } from "../targets/Target.ts"
import type { TargetLayer } from "../targets/Target.ts"
import type { Duration } from "./Command.ts"

/** A call whose input and token are what one side knows them as. */
export interface Plain {
  readonly operation: OperationId
  readonly input: Input<never>
  readonly token: string
}

/** The target, or the model. */
export interface Side {
  readonly target: Target["Service"]
  readonly call: (call: Plain) => Effect.Effect<Outcome>
  readonly advance: (duration: Duration) => Effect.Effect<void>
  readonly mails: (to: string) => Effect.Effect<Outcome>
}

const Token = Context.Reference<Redacted.Redacted>("@remote-assist/e2e/fuzz/Token", {
  defaultValue: () => Redacted.make("")
})

const token = Token.use(Effect.succeed)

const services = Effect.gen(function* () {
  return {
    Auth: yield* Auth,
    Tokens: yield* Tokens,
    PersonalAccessTokens: yield* PersonalAccessTokens,
    Registration: yield* Registration,
    Calls: yield* Calls,
    OnCallGroups: yield* OnCallGroups,
    Invitations: yield* Invitations,
    EnterpriseUsers: yield* EnterpriseUsers,
    Pods: yield* Pods
  }
})

/** What a method takes: secrets are `Redacted`. */
const given = (value: Value<never> | undefined, field: string): unknown => {
  if (value === undefined || value === null) return value
  if (isList(value)) return value.map((item) => given(item, field))
  if (isFields(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, given(inner, name)]))
  return secretFields.has(field) ? Redacted.make(String(value)) : value
}

const method = (all: Effect.Success<typeof services>, { input, operation }: Plain): Effect.Effect<unknown, unknown> => {
  const { group, name } = Contract.byId(operation)
  // oxlint-disable-next-line typescript/no-explicit-any -- an operation by its name; the contract proves that its method is there
  const service: any = all[group]
  const parts = signatures[operation]
  return parts === "effect"
    ? service[name]
    : service[name](...parts.map((path) => given(partOf(input, path), path.at(-1) ?? "")))
}

const outcomeOf = <R>(act: Effect.Effect<unknown, unknown, R>): Effect.Effect<Outcome, never, R> =>
  Effect.matchCauseEffect(act, {
    onSuccess: (value) => Effect.succeed<Outcome>({ _tag: "Answer", value: seen(value) }),
    onFailure: (cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.succeed(failureOf(Cause.squash(cause)))
  })

const mailOf = ({ id, kind, subject, to, token }: Readonly<Record<string, unknown>>): Seen => ({
  ...(typeof id === "number" ? { id } : {}),
  kind: String(kind),
  to: String(to),
  subject: String(subject),
  ...(typeof token === "string" ? { token: new Secret(token) } : {})
})

/** A side that calls by the SDK what a layer reaches, until the scope ends. */
export const make = Effect.fnUntraced(function* (layer: TargetLayer, stopAt: string | undefined) {
  const client = Client.layerToken(Layer.succeed(UserToken, fixedToken(token)))
  const context = yield* Layer.build(Layer.provideMerge(client, layer))
  const all = yield* Effect.provideContext(services, context)
  const target = Context.get(context, Target)
  if (stopAt !== undefined) yield* freeze(target, stopAt)
  const side: Side = {
    target,
    call: (plain) =>
      outcomeOf(Effect.suspend(() => method(all, plain))).pipe(
        Effect.provideService(Token, Redacted.make(plain.token))
      ),
    advance: (duration) => target.advance(duration),
    mails: (to) =>
      Effect.map(target.mails(to), (mails): Outcome => ({
        _tag: "Answer",
        value: mails.map((mail) => mailOf({ ...mail }))
      }))
  }
  return side
})
