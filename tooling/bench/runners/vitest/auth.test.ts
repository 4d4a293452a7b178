import { expect, test } from "vitest"

import { logIn, refused, send } from "./service.ts"

test("a log-in answers both tokens", async () => {
  const { body, status } = await logIn()
  expect(status).toBe(200)
  expect(body.token).toEqual(expect.stringMatching(/./))
  expect(body.refresh).toEqual(expect.stringMatching(/./))
})

test("a wrong password is refused", async () => {
  expect(await logIn("wrong")).toMatchObject(refused)
})

test("an API key that nobody has is refused", async () => {
  const { token } = (await logIn()).body
  expect(await send("/v1r1/enterprise/users", { apiKey: "unknown", token })).toMatchObject(refused)
})
