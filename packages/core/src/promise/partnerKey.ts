import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { InvalidSettings } from "../Errors.ts"
import * as Core from "../PartnerKey.ts"
import { UserToken } from "../UserToken.ts"
import { suggestion } from "./checks.ts"
import { reveal } from "./Secret.ts"
import type { Secret } from "./Secret.ts"
import { keep } from "./Settings.ts"
import type { PartnerKey } from "./Settings.ts"

/** The key pair of a site, of which the service stores the public half. */
export interface PartnerKeySettings {
  /** Private RSA key in PEM form, PKCS#8 or PKCS#1. */
  readonly privateKey: string | Secret
  /** Number of the site. */
  readonly siteId: number
  /** Who issues the tokens. */
  readonly issuer: string
  /** Whom the tokens are for. */
  readonly audience: string
  /** Life of a token in seconds; 60 unless set. */
  readonly life?: number | undefined
}

const known = ["privateKey", "siteId", "issuer", "audience", "life"]

const layerOf = (settings: PartnerKeySettings): Layer.Layer<UserToken, InvalidSettings> => {
  const unknown = Object.keys(settings).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const reason = `it has no field ${JSON.stringify(unknown)}; ${suggestion(unknown, known)}`
    return Layer.effect(UserToken, new InvalidSettings({ setting: "partnerKey", reason }))
  }
  const { life, privateKey, ...others } = settings
  return Core.layer({
    ...others,
    ...(life === undefined ? {} : { life }),
    privateKey: Redacted.make(reveal(privateKey))
  })
}

/**
 * Makes the setting `partnerKey`: each request carries a token signed with the key, and nobody logs in. `connect` rejects
 * where it was made of what cannot be used.
 */
export const partnerKey = (settings: PartnerKeySettings): PartnerKey =>
  keep(settings?.siteId, layerOf(Object(settings)))
