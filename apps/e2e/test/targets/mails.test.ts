import { assert, describe, it } from "@effect/vitest"
import { newestMail, registeredAccount, scenario } from "@remote-assist/e2e"
import type { Mail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

import { choose } from "../../src/targets/choose.ts"
import { prefix, running } from "../support/running.ts"

const mailOf = (target: string) =>
  Effect.gen(function* () {
    let seen: Mail | undefined
    const reads = Effect.gen(function* () {
      seen = yield* newestMail((yield* registeredAccount()).email)
    })
    const kind = yield* choose(target, prefix)
    yield* running({ "reads an e-mail": scenario(reads) }, { kind })
    return seen
  }).pipe(Effect.scoped)

describe("e-mails of a target", () => {
  it.live.each(["in-process", "socket"])("have kind, token and link, %s", (target) =>
    Effect.gen(function* () {
      const mail = yield* mailOf(target)
      assert.strictEqual(mail?.kind, "confirmation")
      assert.match(mail?.link ?? "", new RegExp(`/us/api/v1/register/confirm\\?confirmation_token=${mail?.token}$`))
    })
  )
})
