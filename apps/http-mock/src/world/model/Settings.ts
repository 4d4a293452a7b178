import { RegionName } from "@remote-assist/core/Region"
import * as Schema from "effect/Schema"

import { ChoicesTaken } from "../gaps/choice.ts"
import { unusable } from "../tokens/PartnerKey.ts"

/** The public half of the key pair of a site, as the service stores it. */
export const Site = Schema.Struct({
  id: Schema.Int,
  /** RSA public key in PEM form; a site has one at a time, or none. */
  publicKey: Schema.optionalKey(Schema.String.check(Schema.makeFilter((pem) => unusable(pem))))
})
export type Site = typeof Site.Type

/** What no operation changes in a world. */
export const Settings = Schema.Struct({
  region: RegionName,
  seed: Schema.Int,
  key: Schema.Uint8ArrayFromBase64Url,
  issuer: Schema.String,
  audience: Schema.String,
  site: Site,
  choices: ChoicesTaken,
  /** The registered one that the world is of; unset for the one that is there from the start. */
  enterprise: Schema.optionalKey(
    Schema.Struct({
      id: Schema.Int,
      name: Schema.String,
      contactEmail: Schema.String,
      registeredIn: Schema.String
    })
  )
})
export type Settings = typeof Settings.Type
