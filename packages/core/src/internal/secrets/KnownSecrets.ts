import { lazy } from "../contract/lazy.ts"
import * as Needles from "./needles.ts"

/** The secrets that a client knows. */
export interface KnownSecrets {
  /** Keeps a secret in mind; made to be called with each token that is sent. */
  readonly add: (value: string) => void
  readonly addAll: (values: ReadonlyArray<string>) => void
  /** What is sought of them, and of others that are not among them. */
  readonly needles: (others?: ReadonlyArray<string>) => Needles.Needles
}

// a client that signs a token for each request has no more than these under way
const most = 100

type Sought = () => ReadonlyArray<Needles.Needle>

const soughtOf = (value: string): Sought => lazy(() => Needles.of(value))

/** Secrets of a client: `lasting` ones, such as its API key, and the last hundred others. */
export const make = (lasting: ReadonlyArray<string> = []): KnownSecrets => {
  const always = lasting.map(soughtOf)
  const recent = new Map<string, Sought>()
  let last: string | undefined
  let needles: Needles.Needles | undefined
  const add = (value: string) => {
    if (value === last) return
    last = value
    const sought = recent.get(value)
    if (sought === undefined) needles = undefined
    recent.delete(value)
    recent.set(value, sought ?? soughtOf(value))
    if (recent.size <= most) return
    for (const oldest of recent.keys()) {
      recent.delete(oldest)
      break
    }
  }
  return {
    add,
    addAll: (values) => {
      for (const value of values) add(value)
    },
    needles: (others = []) => {
      needles ??= Needles.group([...always, ...recent.values()].flatMap((sought) => sought()))
      const unknown = new Set(others.filter((value) => !recent.has(value) && !lasting.includes(value)))
      return Needles.join(needles, Needles.group([...unknown].flatMap(Needles.of)))
    }
  }
}

/** Those that a client knows, for one call: what it sent itself it knows however many others are sent meanwhile. */
export const ofCall = ({ add, needles }: KnownSecrets): KnownSecrets => {
  const own = new Set<string>()
  const addOwn = (value: string) => {
    own.add(value)
    add(value)
  }
  return {
    add: addOwn,
    addAll: (values) => values.forEach(addOwn),
    needles: (others = []) => needles([...own, ...others])
  }
}
