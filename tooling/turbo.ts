import { spawnSync } from "node:child_process"
import { join } from "node:path"

const turbo = join(import.meta.dirname, "../node_modules/turbo/bin/turbo")
// without it, the first start on a machine prints a notice about telemetry
const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1" }
process.exitCode =
  spawnSync(process.execPath, [turbo, "run", ...process.argv.slice(2)], { stdio: "inherit", env }).status ?? 1
