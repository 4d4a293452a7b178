import type { Answer } from "../server.ts"
import { bodies } from "./bodies.ts"
import { echoed, unknownFields } from "./echoes.ts"
import { headers } from "./headers.ts"
import { lists } from "./lists.ts"
import { statuses } from "./statuses.ts"
import { transport } from "./transport.ts"

/** The hostile answers by kind. */
export const answers: Readonly<Record<string, ReadonlyArray<Answer>>> = {
  transport,
  statuses,
  headers,
  bodies,
  lists,
  echoes: echoed,
  unknownFields
}
