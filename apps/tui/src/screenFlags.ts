/** Flags of the screen and of every command. `main.ts` reads them before it loads their parser. */
export const screenFlagNames = {
  switches: ["demo", "no-mouse", "read-only"],
  texts: ["config", "keys", "profile", "region", "seed"]
} as const

/** Whether arguments open the screen. Others, such as a command, are parsed before anything is drawn. */
export const areOfScreen = (args: ReadonlyArray<string>): boolean => {
  const [switches, texts] = [screenFlagNames.switches.join("|"), screenFlagNames.texts.join("|")]
  return new RegExp(`^(?:--(?:${switches}) |--(?:${texts})[ =]\\S+ )*$`).test([...args, ""].join(" "))
}
