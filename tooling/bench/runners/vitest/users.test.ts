import { beforeAll, expect, onTestFinished, test } from "vitest"

import { logIn, provision, refused, remove, update, userByEmail, users } from "./service.ts"

let token: string

beforeAll(async () => {
  token = (await logIn()).body.token
})

const provisioned = async (name?: string) => {
  const user = await provision(token, name)
  onTestFinished(async () => {
    await remove(token, user.id)
  })
  return user
}

test("the users come in pages", async () => {
  const { body } = await users(token, { page: "1", page_size: "2" })
  expect(body.entries).toHaveLength(2)
  expect([body.page, body.page_size]).toEqual([1, 2])
  expect(body.total_pages).toBe(Math.ceil(body.total_entries / 2))
})

test("a provisioned user has their name and is active", async () => {
  const user = await provisioned("Mary Jackson")
  expect([user.name, user.active]).toEqual(["Mary Jackson", true])
})

test("an update changes the name", async () => {
  const user = await provisioned("Mary Jackson")
  await update(token, user.id, { name: "Mary W. Jackson" })
  expect((await userByEmail(token, user.email)).name).toBe("Mary W. Jackson")
})

test("a deactivated user is inactive", async () => {
  const user = await provisioned()
  await update(token, user.id, { active: false })
  expect((await userByEmail(token, user.email)).active).toBe(false)
})

test("a user who is reactivated is active again", async () => {
  const user = await provisioned()
  await update(token, user.id, { active: false })
  await update(token, user.id, { active: true })
  expect((await userByEmail(token, user.email)).active).toBe(true)
})

test("a deleted user is gone, and cannot be deleted again", async () => {
  const user = await provisioned()
  expect((await remove(token, user.id)).status).toBe(200)
  expect((await users(token, { filter: `email=${user.email}` })).body.total_entries).toBe(0)
  expect(await remove(token, user.id)).toMatchObject(refused)
})
