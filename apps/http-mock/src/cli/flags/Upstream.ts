import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import * as Accepts from "../../library/options/accepts.ts"
import { operationsAccepts, readAddress, whyNoOperations } from "../../upstream/address.ts"
import type { Addresses } from "../../upstream/address.ts"
import { defaults } from "./defaults.ts"

const readOne = (text: string): Result.Result<Addresses, string> => {
  const [, region, address = ""] = /^(us|eu)=(.*)$/s.exec(text) ?? []
  if (region === undefined)
    return Result.fail("Use us=<address> or eu=<address>, as in --upstream us=https://service.example")
  return Result.map(readAddress(address), (address) => ({ [region]: address }))
}

export const upstream = Flag.String("upstream").pipe(
  Flag.withMetavar("us|eu=address"),
  Flag.withDescription(
    "Service that requests to a region are passed on to which the emulator does not answer; repeatable; none unless given"
  ),
  Flag.filterMap(
    (text) => Result.getSuccess(readOne(text)),
    (text) => Result.match(readOne(text), { onFailure: (use) => use, onSuccess: () => "" })
  ),
  Flag.atLeast(0),
  Flag.filterMap(
    (given) => {
      const regions = given.flatMap((one) => Object.keys(one))
      return new Set(regions).size === regions.length
        ? Option.some(given.reduce<Addresses>((all, one) => Object.assign(all, one), {}))
        : Option.none()
    },
    () => "one address for each region"
  )
)

const namesOf = (text: string) => text.split(",").map((name) => name.trim())

const whyNot = (text: string) =>
  namesOf(text)
    .map(whyNoOperations)
    .find((why) => why !== undefined)

export const upstreamOperations = Flag.String("upstream-operations").pipe(
  Flag.withMetavar("Calls.list,Pods.*"),
  Flag.withDescription(`Operations that are passed on too: ${operationsAccepts}; none unless given`),
  Flag.filterMap(
    (text) => (whyNot(text) === undefined ? Option.some(namesOf(text)) : Option.none()),
    (text) => whyNot(text) ?? operationsAccepts
  ),
  Flag.withDefault(defaults.upstreamOperations)
)

export const upstreamTimeout = Flag.String("upstream-timeout").pipe(
  Flag.withMetavar("duration"),
  Flag.withDescription(
    `How long an upstream may be silent, such as '30 seconds'; ${Duration.toSeconds(defaults.upstreamTimeout)} seconds unless given`
  ),
  Flag.filterMap(
    (text) => Option.filter(Schema.decodeOption(Schema.DurationFromString)(text), Accepts.upstreamTimeout.is),
    () => Accepts.upstreamTimeout.accepts
  ),
  Flag.withDefault(defaults.upstreamTimeout)
)
