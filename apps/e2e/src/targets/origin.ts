import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** An address has more than says where an emulator is. */
export class BadAddress extends Schema.TaggedError<BadAddress>()("BadAddress", {
  origin: Schema.String,
  beyond: Schema.String
}) {
  override get message() {
    return `The address has ${this.beyond}, which leads nowhere at an emulator: give ${this.origin} alone.`
  }
}

// a password is not repeated
const beyondOrigin = ({ hash, password, pathname, search, username }: URL) => {
  if (username !== "" || password !== "") return "a user name or a password"
  if (pathname !== "/") return `the path ${pathname}`
  if (search !== "") return "a query"
  return hash === "" ? undefined : "a fragment"
}

export const isAddress = (given: string): boolean => /^https?:\/\//.test(given) && URL.canParse(given)

/** Where the emulator of an address is; more than that is refused, as it would be left out. */
export const originOf = (address: string): Effect.Effect<URL, BadAddress> => {
  const url = new URL(address)
  const beyond = beyondOrigin(url)
  return beyond === undefined
    ? Effect.succeed(new URL(url.origin))
    : Effect.fail(new BadAddress({ origin: url.origin, beyond }))
}
