import * as Predicate from "effect/Predicate"

import { isSecret } from "../internal/secrets/names.ts"

/** A text that no log, `JSON.stringify` or template shows. */
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

/** Wraps a secret, such as a password, to keep it out of logs. Methods take plain texts as well. */
export const secret = (text: string): Secret => {
  if (!Predicate.isString(text))
    throw new TypeError(`A secret must be a text, not ${typeof text}. Is an environment variable missing?`)
  return lazySecret(() => text)
}

/** Makes a secret whose text is computed when it is revealed. */
export const lazySecret = (text: () => string): Secret => new Hidden(text)

/** Reads a secret, such as a token of an answer; returns a plain text unchanged. */
export const reveal = (value: Secret | string): string => (isSecret(value) ? value.reveal() : value)
