import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

import type { Target } from "../server.ts"
import type { Measured } from "./client.ts"

const script = fileURLToPath(new URL("client.ts", import.meta.url))

/** Calls everything that gives big answers in a process of its own, once it has met the usual ones. */
export const measure = async (usual: ReadonlyArray<Target>, big: ReadonlyArray<Target>): Promise<Measured> => {
  const child = spawn(process.execPath, ["--expose-gc", script, JSON.stringify(usual), JSON.stringify(big)], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  let output = ""
  for await (const chunk of child.stdout) output += String(chunk)
  if (output === "") throw new Error(`The client ended with ${String(child.exitCode ?? child.signalCode)}.`)
  return JSON.parse(output)
}
