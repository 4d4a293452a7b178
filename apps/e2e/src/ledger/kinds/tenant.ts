import { Control } from "@remote-assist/http-mock/Control"
import * as Effect from "effect/Effect"

import { dropTenant } from "../../targets/address.ts"
import { answered } from "../../targets/within.ts"
import { gone } from "./Kind.ts"
import type { Find } from "./Kind.ts"

/** A tenant of an emulator. */
export const tenant: Find<Control> = ({ id = "" }, { prefix }) =>
  Effect.gen(function* () {
    if (!id.startsWith(prefix)) return { _tag: "Unclear", reason: `its name does not begin with ${prefix}` }
    const { tenants } = yield* Control
    const isThere = (yield* answered(tenants.list())).some(({ name }) => name === id)
    return isThere ? { _tag: "There", remove: dropTenant(id) } : gone
  })
