import type { RegionName } from "@remote-assist/core/Region"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"

import * as Codec from "../../persistence/Codec.ts"
import type { Exchange } from "../../tenants/journal/Exchange.ts"
import * as Content from "../../wire/content.ts"
import type { World } from "../../world/model/World.ts"
import { show } from "./entries.ts"
import type { ReplayFile, ReplayRequest } from "./ReplayFile.ts"

/** Yields where the sender of a request found its region. */
type BaseOf = (exchange: Exchange) => string

const requestOf = (exchange: Exchange, world: World | undefined, baseOf: BaseOf): ReplayRequest => {
  const { at, body, headers, id, method, path, query, region, served } = exchange
  return {
    id,
    at: DateTime.makeUnsafe(at),
    region,
    method,
    path: `/${region}${path}${query}`,
    headers,
    base: baseOf(exchange),
    body: Content.of(body ?? new Uint8Array()),
    ...(world === undefined ? {} : { world: Schema.encodeSync(Codec.World(region))(world) }),
    answer: served === undefined ? null : show(served)
  }
}

// a fault or a client that went away kept it from the service
const neverServed = ({ changes, served }: Exchange) => served === undefined && changes.length === 0

/** The requests of a journal with the state that they began with, and with what else changed the state between them. */
export const fileOf = (exchanges: ReadonlyArray<Exchange>, baseOf: BaseOf): ReplayFile => {
  const left: Partial<Record<RegionName, World>> = {}
  const requests: Array<ReplayRequest> = []
  for (const exchange of exchanges) {
    const { after, before, region } = exchange
    if (neverServed(exchange) || before === undefined) continue
    requests.push(requestOf(exchange, left[region] === before ? undefined : before, baseOf))
    left[region] = after ?? before
  }
  return { format: "remote-assist-mock replay", version: 1, requests }
}
