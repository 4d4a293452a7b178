import { scene } from "./Scene.ts"
import type { Scene } from "./Scene.ts"

export const lists: ReadonlyArray<Scene> = [
  scene("end", async ({ press, see }) => {
    await press("G")
    await see("Users 340 of 340", "● live")
  }),
  scene("watching", async ({ press, see }) => {
    await press("w")
    await see("watching every 5 s", "Watching the users")
  }),
  scene("filter-line", async ({ press, see }) => {
    await press("/")
    await see("field=value, such as email=grace@example.com")
  }),
  scene("filtered", async ({ press, see }) => {
    await press("/", "active=false", "enter")
    await see("filter active=false", "● live")
  }),
  scene("filter-empty", async ({ press, see }) => {
    await press("/", "email=nobody@example.com", "enter")
    await see("No user matches")
  }),
  scene("filter-refused", async ({ press, see }) => {
    await press("/", "colour=red", "enter")
    await see("✗ The service refused")
  }),
  scene("searched", async ({ press, see }) => {
    await press("/", "grace", "enter")
    await see('with "grace"')
  }),
  scene("sort-menu", async ({ press, see }) => {
    await press("s")
    await see("Sort the loaded users by")
  }),
  scene("sorted", async ({ press, see }) => {
    await press("s", "name", "enter")
    await see("sorted by NAME")
  }),
  scene("columns-menu", async ({ press, see }) => {
    await press("C")
    await see("Columns of users")
  }),
  scene("chord", async ({ press, see }) => {
    await press("y")
    await see("y …")
  }),
  scene("copied", async ({ press, see }) => {
    await press("j", "y", "y")
    await see("is sent to the clipboard")
  })
]
