import type * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import { fitsHeader, isEmptyToken, tokenAccepts } from "../control/access.ts"
import type { ServerOptions } from "../library/Emulator.ts"
import type { flags } from "./Flags.ts"
import { controlTokenVariable } from "./flags/defaults.ts"
import * as PartnerKeyFile from "./partnerKeyFile.ts"
import * as SeededWorld from "./seededWorld.ts"

/** What the emulator's flags yield. */
export type Given = Command.Command.Config.Infer<typeof flags>

/** The token of the control plane is given, and is none. */
export class EmptyControlToken extends Schema.TaggedError<EmptyControlToken>()("EmptyControlToken", {}) {
  override get message() {
    return `The token of --control-token, or of ${controlTokenVariable}, is empty. Give one, as the variable that it comes from may be unset, or leave both out.`
  }
}

/** The token of the control plane can come with no request. */
export class UnusableControlToken extends Schema.TaggedError<UnusableControlToken>()("UnusableControlToken", {}) {
  override get message() {
    return `The token of --control-token, or of ${controlTokenVariable}, fits in no header. Use ${tokenAccepts}.`
  }
}

/** Operations are to be passed on, and there is nobody to take them. */
export class NoUpstream extends Schema.TaggedError<NoUpstream>()("NoUpstream", {}) {
  override get message() {
    return "The flag --upstream-operations needs --upstream. Add --upstream us=https://service.example, or leave the operations out."
  }
}

// a setting takes an empty variable for one that is not there
const exportedToken = () => Option.map(Option.fromUndefinedOr(process.env[controlTokenVariable]), Redacted.make)

const faultsOf = (file: Option.Option<string>) =>
  Option.match(file, {
    onNone: () => Effect.undefined,
    onSome: (file) =>
      Effect.flatMap(
        Effect.promise(() => import("./faultsFile.ts")),
        ({ read }) => read(file)
      )
  })

const tlsOption = (given: Pick<Given, "tlsCert" | "tlsKey">) =>
  Effect.flatMap(
    Effect.promise(() => import("./tls.ts")),
    ({ optionOf }) => optionOf(given)
  )

/** Writes the certificate that clients have to trust where the flags name a file for it. */
export const writeCertificate = (file: Option.Option<string>, certificate: string | undefined) =>
  Option.isNone(file) || certificate === undefined
    ? Effect.void
    : Effect.flatMap(
        Effect.promise(() => import("./tls.ts")),
        ({ write }) => write(file.value, certificate)
      )

/** The options that the flags stand for; files that they name are read. */
export const optionsOf = Effect.fnUntraced(function* (given: Omit<Given, "log">) {
  const { controlToken, faults, frozenAt, mailTo, mailWebhook, partnerKey, rateLimit, seed, state, stubs, ...rest } =
    given
  const { tls, tlsCert, tlsCertOut, tlsKey, ...options } = rest
  if (isEmptyToken(Option.getOrUndefined(Option.orElse(controlToken, exportedToken))))
    return yield* new EmptyControlToken()
  if (Option.exists(controlToken, (token) => !fitsHeader(token))) return yield* new UnusableControlToken()
  if (given.upstreamOperations.length > 0 && Object.keys(given.upstream).length === 0) return yield* new NoUpstream()
  const key = yield* Effect.transposeOption(Option.map(partnerKey, PartnerKeyFile.read))
  const world = yield* SeededWorld.optionsOf(seed)
  const isSecure = tls || [tlsCert, tlsCertOut, tlsKey].some(Option.isSome)
  return {
    ...options,
    ...world,
    controlToken: Option.getOrUndefined(controlToken),
    faults: yield* faultsOf(faults),
    frozenAt: Option.getOrUndefined(frozenAt),
    mailTo: Option.getOrUndefined(Option.map(mailTo, Redacted.value)),
    mailWebhook: Option.getOrUndefined(Option.map(mailWebhook, Redacted.value)),
    partnerKey: Option.getOrUndefined(key),
    rateLimit: rateLimit.length === 0 ? undefined : rateLimit,
    state: Option.getOrUndefined(state),
    stubs: Option.getOrUndefined(stubs),
    tls: isSecure ? yield* tlsOption({ tlsCert, tlsKey }) : undefined
  } satisfies ServerOptions
})
