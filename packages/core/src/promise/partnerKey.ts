import * as Redacted from "effect/Redacted"

import * as Core from "../PartnerKey.ts"
import { reveal } from "./Secret.ts"
import type { Secret } from "./Secret.ts"
import { keep } from "./signing.ts"
import type { PartnerKey } from "./signing.ts"

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

/** Makes the setting `partnerKey`: each request carries a token signed with the key, and nobody logs in. */
export const partnerKey = ({ life, privateKey, ...settings }: PartnerKeySettings): PartnerKey =>
  keep(
    settings.siteId,
    Core.layer({
      ...settings,
      ...(life === undefined ? {} : { life }),
      privateKey: Redacted.make(reveal(privateKey))
    })
  )
