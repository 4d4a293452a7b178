import type * as HttpServerResponse from "effect/http/HttpServerResponse"

import { isOwn } from "../control/ownRoutes.ts"
import { inTenant } from "../tenants/TenantName.ts"
import { protocolError } from "../wire/errorResponse.ts"
import { problem } from "../wire/problem.ts"
import { chooseFirst } from "../world/gaps/Gaps.ts"

const { STATUS_CODES } = process.getBuiltinModule("node:http")

/** What HTTP itself refuses at an address: as a problem below `/__mock`, else in the error form of the version in the path. */
export const httpRefusal = (url: string, status: number, message: string): HttpServerResponse.HttpServerResponse =>
  isOwn(inTenant(url).url)
    ? problem(status, STATUS_CODES[status] ?? "Error", message)
    : protocolError(url, status, message, chooseFirst)
