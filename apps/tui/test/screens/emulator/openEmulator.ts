import { start } from "../../support/start.ts"

export const at = "2026-03-02T10:00:00Z"

/** The program on the screen of the emulator, with all boxes in sight. */
export const opened = async (options: Parameters<typeof start>[0] = {}) => {
  const program = start({ columns: 110, rows: 40, at, ...options })
  await program.see("Users 1 of 4", "● live")
  await program.press("g", "e")
  await program.see("c Clock", "m Outbox · 1 of 2", "j Journal", "OPERATION")
  return program
}

export const list = "/us/api/v1r1/enterprise/users"

/** Text that was sent to the clipboard. */
export const copied = (output: ReadonlyArray<string>) => {
  // oxlint-disable-next-line no-control-regex -- the control sequence is what is looked for
  const [, text = ""] = /\u001B\]52;c;([^\u0007]*)\u0007/.exec(output.join("")) ?? []
  return Buffer.from(text, "base64").toString()
}
