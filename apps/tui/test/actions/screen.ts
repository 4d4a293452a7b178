import { start } from "../support/start.ts"
import type { Registered } from "./registered.ts"
import { recorder } from "./Sent.ts"

/** The program on the screen of a resource, with what it sends. */
export const open = async ({ resource, row }: Registered, options: Parameters<typeof start>[0] = {}) => {
  const { changes, note } = recorder()
  const program = start({
    ...options,
    columns: 100,
    rows: 40,
    disturb: (_, pass, request) => {
      note(request)
      return pass
    }
  })
  const { press, see } = program
  await see("1 of 4", "● live")
  await press(":", resource.name, "enter")
  await see(`${resource.title} 1 of`)
  if (row !== undefined) {
    await press(":", `row ${row.at}`, "enter")
    await see(new RegExp(`^❯.*${row.name.replaceAll(".", "\\.")}`, "m"))
  }
  return { ...program, changes }
}

type Program = Awaited<ReturnType<typeof open>>

/** Fills in what an action takes, and confirms what is to be confirmed, up to the last Enter. */
export const answer = async ({ press, see }: Program, { fields, form, isFinal, row }: Registered): Promise<void> => {
  if (isFinal && row !== undefined) {
    await see("This cannot be undone.", `Type ${row.name} to confirm.`)
    await press(row.name)
  }
  if (form === undefined) return
  await see("⏎ next field")
  for (const [at, name] of Object.keys(fields).entries()) {
    if (at > 0) await press("tab")
    const text = form[name]
    if (text !== undefined) await press("ctrl+u", text)
  }
}
