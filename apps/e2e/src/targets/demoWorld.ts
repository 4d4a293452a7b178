import type { Demo } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { needs } from "./Need.ts"
import type { Target } from "./Target.ts"

/** Who is known in an emulator's default world, and what it offers: everything. */
export const demoWorld = (demo: Demo): Omit<Target["Service"], "advance" | "control" | "mails" | "prefix"> => {
  const password = Redacted.make(demo.password)
  return {
    administrator: { email: demo.email, password },
    colleague: { email: "linus@example.com", password },
    personalAccessToken: Redacted.make(demo.personalAccessToken),
    offers: needs,
    demo: Effect.succeed(demo)
  }
}
