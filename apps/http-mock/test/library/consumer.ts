import { fileURLToPath } from "node:url"

import { installPacked } from "../../../../tooling/packing/install.ts"
import { run } from "../../../../tooling/packing/run.ts"

export { run }

/** Runs a development dependency of the package. */
export const tool = (name: string, ...args: ReadonlyArray<string>) =>
  run("pnpm", ["exec", name, ...args], fileURLToPath(new URL("../..", import.meta.url)))

/** A project outside of the workspace with the packed emulator installed offline. */
export const install = () => installPacked(fileURLToPath(new URL("consumer", import.meta.url)), "apps/http-mock")
