import * as Hash from "effect/Hash"
import * as Predicate from "effect/Predicate"

import type { Path } from "../code/Script.ts"
import { Secret } from "../scenario/Seen.ts"
import type { Seen, SeenFields } from "../scenario/Seen.ts"
import type { Kind, Ref } from "./Command.ts"
import type { Place } from "./compare.ts"
import { isMadeAnew, kindAt } from "./kinds.ts"

type Atom = string | number

/** Something that commands can use, as each side knows it. */
export interface Entry {
  readonly kind: Kind
  /** Where it comes from: what a command answered, or what the target knows by this name. */
  readonly from: Place | string
  readonly model: Atom
  readonly target: Atom
}

const atomOf = (value: Seen | undefined): Atom | undefined =>
  value instanceof Secret ? value.text : Predicate.isString(value) || Predicate.isNumber(value) ? value : undefined

const itemsOf = (value: Seen): ReadonlyArray<readonly [string | number, Seen]> =>
  value instanceof Secret
    ? []
    : Array.isArray(value)
      ? value.map((item, index) => [index, item])
      : isFields(value)
        ? Object.entries(value)
        : []

const isFields = (value: Seen): value is SeenFields => Predicate.isObject(value) && !(value instanceof Secret)

/** What stands in something that was seen. */
export const partOf = (value: Seen | undefined, part: string | number): Seen | undefined =>
  Array.isArray(value) && Predicate.isNumber(part)
    ? value[part]
    : Predicate.hasProperty(value, part) && !(value instanceof Secret)
      ? new Map(itemsOf(value)).get(part)
      : undefined

/** The command that logs in the administrator, before all others. */
export const administratorLogIn = 0

/** What is known while commands run. */
export class Known {
  readonly #entries = new Map<string, Entry>()

  /** Notes something; what is known already stays as it is. */
  add(entry: Entry): void {
    const { from, kind, model } = entry
    const key = isMadeAnew(kind)
      ? `${kind} ${Predicate.isString(from) ? from : `${from.uid} ${from.path.join(".")}`}`
      : `${kind} ${model}`
    if (!this.#entries.has(key)) this.#entries.set(key, entry)
  }

  /** Notes what both sides answered to a command. */
  addAll(group: string, uid: number, model: Seen, target: Seen | undefined, path: Path = []): void {
    const kind = kindAt(group, path)
    const [one, other] = [atomOf(model), atomOf(target)]
    if (kind !== undefined && one !== undefined && other !== undefined && one !== "")
      this.#addAs(kind, { uid, path }, one, other)
    for (const [part, inner] of itemsOf(model)) this.addAll(group, uid, inner, partOf(target, part), [...path, part])
  }

  #addAs(kind: Kind, from: Place, model: Atom, target: Atom): void {
    // most of what there is to find takes an administrator
    if (kind === "token" && from.uid === administratorLogIn)
      this.add({ kind: "administrator token", from, model, target })
    this.add({ kind, from, model, target })
  }

  /** What a reference picks; nothing while none of its kind is known. */
  find({ kind, pick }: Ref): Entry | undefined {
    let best: { readonly entry: Entry; readonly weight: number } | undefined
    for (const [key, entry] of this.#entries) {
      if (entry.kind !== kind) continue
      const weight = mixed(Hash.string(`${pick} ${key}`))
      if (best === undefined || weight > best.weight) best = { entry, weight }
    }
    return best?.entry
  }
}

const mixed = (hash: number) => {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  return (once ^ (once >>> 13)) >>> 0
}
