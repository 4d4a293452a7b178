import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import type { Exchange } from "../recorder/Recorder.ts"
import type { Attempt } from "../runner/Result.ts"
import { isLeaf } from "./Leaf.ts"
import type { Json, Leaf } from "./Leaf.ts"

/** An attempt at a scenario on one of two targets. */
export interface Side {
  readonly attempt: Attempt
  /** What the names of what the run creates begin with. */
  readonly prefix: string
}

const parse = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))

const pathStart = /^[^?#]*?(?=\/api(?:\/|$))/

/** A text without what differs from run to run: the address of the target, and the names of the run. */
export const settled = ({ attempt: { exchanges }, prefix }: Side): ((text: string) => string) => {
  const bases = [...new Set(exchanges.map(({ request }) => pathStart.exec(request.url)?.[0] ?? ""))]
  const own = [...bases, ...bases.flatMap((base) => (URL.canParse(base) ? [new URL(base).origin] : []))]
  const places = own.filter((place) => place !== "").toSorted((one, other) => other.length - one.length)
  return (text) =>
    places.reduce((settled, place) => settled.replaceAll(place, "<base>"), text).replaceAll(prefix, "e2e-run")
}

/** A body as JSON; what is none is a text, and undefined stands for an empty one. */
export const readBody = (body: string | undefined): Json | undefined =>
  body === undefined || body === "" ? undefined : Option.getOrElse(parse(body), () => body)

/** Every leaf of a value. */
export const leavesIn = (value: Json | undefined): ReadonlyArray<Leaf> => {
  if (value === undefined) return []
  return isLeaf(value) ? [value] : Object.values(value).flatMap((part: Json) => leavesIn(part))
}

/** What a request carries in its query and its body. */
export const sentIn = ({ request: { body, url } }: Exchange): ReadonlyArray<Leaf> => [
  ...(URL.canParse(url) ? [...new URL(url).searchParams.values()] : []),
  ...leavesIn(readBody(body))
]
