import type { RegionName } from "@remote-assist/core/Region"
import * as MutableRef from "effect/MutableRef"

import type { Deployment } from "../../tenants/Deployment.ts"
import type { Tenant } from "../../tenants/Tenant.ts"

const keySet = (region: RegionName, { world }: Deployment) => {
  const { key } = MutableRef.get(world).settings
  return {
    keys: [{ kty: "oct", alg: "HS256", use: "sig", kid: region, k: Buffer.from(key).toString("base64url") }]
  }
}

/** The keys that verify the tokens of each region, as JWK sets (RFC 7517). */
export const keys = ({ regions }: Tenant) => ({ us: keySet("us", regions.us), eu: keySet("eu", regions.eu) })
