import { expect, test } from "vitest"

import { logIn, send } from "./service.ts"

test("one pod is the default", async () => {
  const { token } = (await logIn()).body
  const { body } = await send("/v1r1/enterprise/pods", { token })
  const defaults = body.entries.filter((pod: { default: boolean }) => pod.default)
  expect(defaults).toHaveLength(1)
})
