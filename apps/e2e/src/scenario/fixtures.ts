import { Auth } from "@remote-assist/core/Auth"
import { Calls } from "@remote-assist/core/Calls"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Invitations } from "@remote-assist/core/Invitations"
import { OnCallGroups } from "@remote-assist/core/OnCallGroups"
import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { Pods } from "@remote-assist/core/Pods"
import { RawRequests } from "@remote-assist/core/RawRequests"
import { Registration } from "@remote-assist/core/Registration"
import { Session } from "@remote-assist/core/Session"
import { didYouMean } from "@remote-assist/core/Text"
import { Tokens } from "@remote-assist/core/Tokens"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

import { CurrentRecorder, strict, trackedMember } from "../recorder/Recorder.ts"
import { Target } from "../targets/Target.ts"
import { makeScenario } from "./Scenario.ts"
import type { Options, Scenario, Services } from "./Scenario.ts"
import { administratorLogsIn } from "./steps/people.ts"

/** A service whose Effects a scenario must use. It names a member that it does not have. */
const guarded = <A extends object>(owner: string, service: A, others: ReadonlyArray<string> = []): A =>
  strict(
    new Proxy<A>(service, { get: trackedMember }),
    (name) => new TypeError(`${owner} has no ${name}.${didYouMean(name, [...Object.keys(service), ...others])}`)
  )

const service = <A extends object, R>(name: string, tag: Effect.Effect<A, never, R>) =>
  Effect.map(tag, (members) => guarded(name, members))

const sdk = Effect.all({
  auth: service("auth", Auth),
  calls: service("calls", Calls),
  invitations: service("invitations", Invitations),
  onCallGroups: service("onCallGroups", OnCallGroups),
  personalAccessTokens: service("personalAccessTokens", PersonalAccessTokens),
  pods: service("pods", Pods),
  raw: service("raw", RawRequests),
  registration: service("registration", Registration),
  session: service("session", Session),
  tokens: service("tokens", Tokens),
  users: service("users", EnterpriseUsers)
})

const derive: <A extends object>(from: A) => A = Object.create

const fixtures = Effect.zipWith(
  sdk,
  Target,
  // only scenarios that read the colleague and the token need their settings
  (sdk, target): Fixtures => Object.assign(derive(guarded("the scenario", target, Object.keys(sdk))), sdk)
)

/** The services of the SDK, and the target. */
export type Fixtures = Effect.Success<typeof sdk> & Target["Service"]

/** The body of a scenario: a generator that yields Effects. */
export type Body = (fixtures: Fixtures) => Generator<Effect.Effect<unknown, unknown, Services>, void, never>

const notAGenerator =
  "The body of a scenario is not a generator function. Write scenario(function* ({ users }) { yield* … }), without async and await."

const notAFunction =
  "The body of a scenario is a function that returns an Effect. Pass a generator function: scenario(function* ({ users }) { yield* … })."

/** Runs a body, which must return a generator, after an Effect. */
const runBody = (body: Body, before: Effect.Effect<void, unknown, Services> = Effect.void) => {
  if (!Predicate.isFunction(body) || body.constructor.name.startsWith("Async")) throw new TypeError(notAGenerator)
  return Effect.zipWith(fixtures, CurrentRecorder, (all, recorder) => {
    const generator = body(all)
    if (Effect.isEffect(generator)) return Effect.die(new TypeError(notAFunction))
    if (!Predicate.hasProperty(generator, "next")) return Effect.die(new TypeError(notAGenerator))
    recorder.generator = generator
    const next = generator.next.bind(generator)
    generator.next = () => {
      generator.next = next
      const first = next()
      if (first.done === true) throw new TypeError("This scenario ran no step. Write yield* before each step.")
      return first
    }
    return Effect.andThen(
      before,
      Effect.gen(() => generator)
    )
  }).pipe(Effect.flatten)
}

/** Makes a scenario, the default export of a file whose path is its name. */
export const scenario = (body: Body | Effect.Effect<void, unknown, Services>, options?: Options): Scenario =>
  makeScenario(Effect.isEffect(body) ? body : runBody(body), options)

/** Makes a {@link scenario} in which the administrator is logged in. */
export const administratorScenario = (body: Body, options?: Options): Scenario =>
  makeScenario(runBody(body, administratorLogsIn), options)
