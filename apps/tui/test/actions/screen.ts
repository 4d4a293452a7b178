import { start } from "../support/start.ts"
import type { Registered } from "./registered.ts"
import { recorder } from "./Sent.ts"

type Control = (path: string, init: RequestInit) => Promise<unknown>

/** Asks the control plane of an emulator, by its address or by what asks it. */
export const prepare = async (
  emulator: string | Control,
  { body, method, path }: NonNullable<Registered["before"]>
): Promise<void> => {
  const ask =
    typeof emulator === "string"
      ? (path: string, init: RequestInit) => fetch(`${new URL(emulator).origin}/__mock${path}`, init)
      : emulator
  const headers = { "content-type": "application/json" }
  await ask(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
}

/** The program on the screen of a resource, with what it sends. */
export const open = async ({ before, resource, row }: Registered, options: Parameters<typeof start>[0] = {}) => {
  const { asked, changes, note } = recorder()
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
  if (before !== undefined) await prepare((path, init) => program.control(path, init), before)
  await press(":", resource.name, "enter")
  await see(resource.group === undefined ? `${resource.title} 1 of` : /^[╔┌][═─] c Clock.*[^]*^[╔┌][═─] j Journal \d/m)
  if (resource.group === undefined) await see("● live")
  if (row !== undefined) {
    await press(":", `row ${row.at}`, "enter")
    await see(new RegExp(`❯.*${(row.shown ?? row.name).replaceAll(".", "\\.")}`, "m"))
  }
  return { ...program, asked, changes }
}

type Program = Awaited<ReturnType<typeof open>>

/** Fills in the form of an action and confirms it, up to the last Enter. */
export const answer = async ({ press, see }: Program, { fields, form, isFinal, row }: Registered): Promise<void> => {
  if (isFinal && row !== undefined) {
    await see("This cannot be undone.", `Type ${row.name} to confirm.`)
    await press(row.name)
  }
  if (form === undefined) return
  await see(/⏎ (?:next field|send)/)
  for (const [at, name] of Object.keys(fields).entries()) {
    if (at > 0) await press("tab")
    const text = form[name]
    if (text !== undefined) await press("ctrl+u", text)
  }
}
