import * as Option from "effect/Option"

import * as Accepts from "../library/options/accepts.ts"
import type { StartGiven } from "./CommandFlags.ts"
import { controlTokenVariable, defaults, mailVariables } from "./flags/defaults.ts"
import { seedOf } from "./flags/seedText.ts"

const settings = [controlTokenVariable, ...Object.values(mailVariables)]

const names = new Set(["port", "host", "seed", "state"])

/** The text of each flag, where there is nothing but flags that most starts have, each once. */
const textsOf = (args: ReadonlyArray<string>): Option.Option<ReadonlyMap<string, string>> => {
  const texts = new Map<string, string>()
  const rest = args[0] === "start" ? args.slice(1) : [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [, name = "", assigned] = /^--(\w+)(?:=(.*))?$/s.exec(arg) ?? []
    const text = assigned ?? rest.shift() ?? ""
    if (!names.has(name) || texts.has(name) || text === "" || text.startsWith("-")) return Option.none()
    texts.set(name, text)
  }
  return Option.some(texts)
}

const portOf = (text: string) =>
  /^(?:0|[1-9]\d{0,4})$/.test(text) ? Option.liftPredicate(Accepts.port.is)(Number(text)) : Option.none()

const read = <A>(text: string | undefined, unlessGiven: A, of: (text: string) => Option.Option<A>): Option.Option<A> =>
  text === undefined ? Option.some(unlessGiven) : of(text)

/**
 * What the command `start` is given, where that is nothing but well-formed flags that most starts have. All else is left
 * to the tree of commands, which costs a start more than reading these does.
 */
export const commonStart = (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string | undefined>>
): Option.Option<StartGiven> => {
  if (Object.keys(environment).some((name) => settings.some((setting) => name.startsWith(setting))))
    return Option.none()
  return textsOf(args).pipe(
    Option.flatMap((texts) =>
      Option.all({
        port: read(texts.get("port"), defaults.port, portOf),
        host: read(texts.get("host"), defaults.host, Option.some),
        seed: read(texts.get("seed"), defaults.seed, seedOf),
        state: Option.some(Option.fromUndefinedOr(texts.get("state")))
      })
    ),
    Option.map((common) => ({
      ...defaults,
      ...common,
      partnerKey: Option.none(),
      frozenAt: Option.none(),
      gaps: {},
      rateLimit: [],
      faults: Option.none(),
      stubs: Option.none(),
      controlToken: Option.none(),
      mailTo: Option.none(),
      mailWebhook: Option.none(),
      upstream: {},
      log: Option.none(),
      banner: Option.none(),
      untilStdinCloses: false,
      tls: false,
      tlsCert: Option.none(),
      tlsKey: Option.none(),
      tlsCertOut: Option.none()
    }))
  )
}
