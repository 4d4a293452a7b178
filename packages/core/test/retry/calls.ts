import * as Effect from "effect/Effect"

import { EnterpriseUsers } from "../../src/EnterpriseUsers.ts"

export const page = { entries: [], total_entries: 0, total_pages: 0, page: 1, page_size: 20 }

export const unavailable = (headers: Record<string, string> = {}) => new Response("busy", { status: 503, headers })

export const users = <A, E>(act: (users: EnterpriseUsers["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(EnterpriseUsers, act)
