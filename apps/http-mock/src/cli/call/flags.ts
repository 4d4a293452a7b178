import { RegionName } from "@remote-assist/core/Region"
import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

import { endings, profiles } from "../../world/calls/model/Call.ts"
import { deviceTypes } from "../../world/calls/model/devices.ts"
import { callStates } from "../../world/life/states.ts"
import { defaults } from "../flags/defaults.ts"
import { controlToken, host, port } from "../flags/Listen.ts"
import { tenant } from "../flags/Tenant.ts"

type Infer<Config extends Command.Command.Config> = Command.Command.Config.Infer<Config>

/** Which emulator, tenant and region, and how it is printed. */
export const reach = {
  port: port(defaults.port),
  host,
  tenant,
  controlToken,
  region: Flag.Literals("region", RegionName.literals).pipe(
    Flag.withDescription("Region of the call; us unless given"),
    Flag.withDefault("us" as const)
  ),
  json: Flag.Boolean("json").pipe(Flag.withDescription("Prints JSON, in one line each"), Flag.withDefault(false))
}
export type Reach = Infer<typeof reach>

const script = Argument.String("script").pipe(
  Argument.withDescription("File of the script, JSON; - is the standard input")
)

const id = Argument.String("id").pipe(Argument.withDescription("Id of the call, call_ and a UUID"))

export const placeFlags = { script, ...reach }
export type PlaceGiven = Infer<typeof placeFlags>

export const playFlags = {
  ...placeFlags,
  advance: Flag.Boolean("advance").pipe(
    Flag.withDescription("Moves the tenant's clock from step to step, so that all happens at once"),
    Flag.withDefault(false)
  )
}
export type PlayGiven = Infer<typeof playFlags>

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

const oneOf = <const Names extends ReadonlyArray<string>>(name: string, names: Names, description: string) =>
  Flag.Literals(name, names).pipe(Flag.withDescription(description), Flag.optional)

/** What an action has, beside `do`. */
export const details = {
  at: text("at", "When, counted from the start of the call, such as '2 minutes'; now unless given"),
  by: text("by", "Who answers or declines: a user name, an e-mail address or an id"),
  who: text("who", "Which user joins, leaves, rates, or whose network it is"),
  guest: text("guest", "Which guest, by their name"),
  device: oneOf("device", deviceTypes, "Device of who answers or joins"),
  network: oneOf("network", profiles, "Network of who answers or joins"),
  profile: oneOf("profile", profiles, "What a network becomes"),
  rating: Flag.Int("rating").pipe(Flag.withDescription("1 to 5"), Flag.optional),
  tags: Flag.String("tag").pipe(Flag.withDescription("A tag; repeatable"), Flag.between(0, 20)),
  reason: oneOf("reason", endings, "Why it ends")
}

export const actFlags = {
  id,
  action: Argument.String("action").pipe(
    Argument.withDescription(
      "What happens: ring, answer, decline, join, leave, record, degrade, rate, tag, end and more"
    )
  ),
  ...details,
  ...reach
}
export type ActGiven = Infer<typeof actFlags>

export const showFlags = { id, ...reach }
export type ShowGiven = Infer<typeof showFlags>

export const listFlags = {
  state: oneOf("state", callStates, "Only calls in this state"),
  ...reach
}
export type ListGiven = Infer<typeof listFlags>
