import * as Predicate from "effect/Predicate"

import { isSecret } from "../internal/secrets/names.ts"

/** A text that nothing shows: no log, no `JSON.stringify`, no template. */
export interface Secret {
  /** The text itself. */
  reveal(): string
  /** `<secret>`. */
  toString(): string
  /** `<secret>`. */
  toJSON(): string
}

const mask = "<secret>"

class Hidden implements Secret {
  readonly #text: () => string

  constructor(text: () => string) {
    this.#text = text
  }

  reveal() {
    return this.#text()
  }

  toString() {
    return mask
  }

  toJSON() {
    return mask
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    return mask
  }
}

/** Wraps a secret, such as a password, so that nothing shows it. Where a secret is taken, a plain text will do as well. */
export const secret = (text: string): Secret => {
  if (!Predicate.isString(text))
    throw new TypeError(
      `A secret is made of a text, and not of ${typeof text}: is a variable of the environment not set?`
    )
  return secretOf(() => text)
}

/** A secret whose text is made when it is revealed. */
export const secretOf = (text: () => string): Secret => new Hidden(text)

/** Reads a secret, such as a token that was answered; a plain text is passed on. */
export const reveal = (value: Secret | string): string => (isSecret(value) ? value.reveal() : value)
