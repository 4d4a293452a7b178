import type * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"

import type { InvalidSettings } from "../Errors.ts"
import type { UserToken } from "../UserToken.ts"

/** Signs a token for each request; made by `partnerKey(...)`. */
export interface PartnerKey {
  /** Number of the site whose key it is. */
  readonly siteId: number
}

// apart from what makes them: a program without such a key has no cryptography in its bundle
const layers = new WeakMap<object, Layer.Layer<UserToken, InvalidSettings>>()

/** Keeps the layer of a key. */
export const keep = (siteId: number, layer: Layer.Layer<UserToken, InvalidSettings>): PartnerKey => {
  const key = { siteId }
  layers.set(key, layer)
  return key
}

/** The layer of a key; none of what is no key. */
export const layerOf = (key: unknown): Layer.Layer<UserToken, InvalidSettings> | undefined =>
  Predicate.isObjectKeyword(key) ? layers.get(key) : undefined
