import { scene } from "./Scene.ts"
import type { Scene } from "./Scene.ts"

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

const refusedToken = `${part({ alg: "none" })}.${part({ sub: "User:7", exp: 1_000_000_000 })}.c2ln`

export const tokens: ReadonlyArray<Scene> = [
  scene("tokens", async ({ press, see }) => {
    await press("g", "t")
    await see("Tokens 1 of 1", "● live")
  }),
  scene("tokens-created", async ({ press, see }) => {
    await press("g", "t")
    await see("Tokens 1 of 1", "● live")
    await press("n")
    await see("⏎ send")
    await press("enter")
    await see("New personal access token", "✓ token 2 is created")
  }),
  scene("tokens-create", async ({ press, see }) => {
    await press("g", "t")
    await see("Tokens 1 of 1", "● live")
    await press("n")
    await see("Create a personal access token", "⏎ send")
  }),
  scene("tokens-delete", async ({ press, see }) => {
    await press("g", "t")
    await see("Tokens 1 of 1", "● live")
    await press("D")
    await see("Delete token 1 permanently?")
  }),
  scene("token-form", async ({ press, see }) => {
    await press(":", "validate", "enter")
    await see("Validate a token")
  }),
  scene("token-own", async ({ press, see }) => {
    await press(":", "inspect", "enter", "enter")
    await see("The token of your session", "Status")
  }),
  scene("token-refused", async ({ press, see }) => {
    await press(":", "inspect", "enter", refusedToken, "enter")
    await see("✗ The service refused to inspect a token:")
  })
]
