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
export interface PartnerKeySettings extends Omit<Core.PartnerKeySettings, "privateKey"> {
  /** Private RSA key in PEM form, PKCS#8 or PKCS#1. */
  readonly privateKey: string | Secret
}

const known = ["privateKey", "siteId", "issuer", "audience", "life"]

const layerOf = (settings: PartnerKeySettings): Layer.Layer<UserToken, InvalidSettings> => {
  const unknown = Object.keys(settings).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const reason = `it has no field ${JSON.stringify(unknown)}; ${suggestion(unknown, known)}`
    return Layer.effect(UserToken, new InvalidSettings({ setting: "partnerKey", reason }))
  }
  return Core.layer({ ...settings, privateKey: Redacted.make(reveal(settings.privateKey)) })
}

/** Makes the setting `partnerKey`: each request carries a token signed with it. `connect` rejects unusable keys. */
export const partnerKey = (settings: PartnerKeySettings): PartnerKey =>
  keep(settings?.siteId, layerOf(Object(settings)))
