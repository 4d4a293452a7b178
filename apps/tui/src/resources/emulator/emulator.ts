import type { Group } from "../Group.ts"

/** What is done with an emulator, by its control plane. */
export const emulator: Group = { name: "emulator", title: "Emulator", letter: "e", place: "emulator" }
