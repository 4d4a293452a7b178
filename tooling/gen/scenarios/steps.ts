import type { StepRecord } from "../../../apps/e2e/src/recorder/Recorder.ts"

/** What the addresses of users begin with that the scenarios create. */
export const prefix = "e2e-docs"

const madeUp = new RegExp(`${prefix}-[a-z0-9]{10}`, "g")

/** Names people whose address is drawn by chance in the order in which they appear: `user1@example.com`. */
const naming = () => {
  const names = new Map<string, string>()
  return (title: string) =>
    title.replace(madeUp, (address) => {
      const name = names.get(address) ?? `user${names.size + 1}`
      names.set(address, name)
      return name
    })
}

/** The steps of an attempt as a numbered list, without those that are a part of another. */
export const listOf = (steps: ReadonlyArray<StepRecord>): ReadonlyArray<string> => {
  const named = naming()
  return steps
    .filter(({ parent }) => parent === undefined)
    .map(({ title }, index) => `${index + 1}. ${named(title).replace(/[\\*<~]/g, "\\$&")}`)
}
