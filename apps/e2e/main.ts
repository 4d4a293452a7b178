import "effect/schema/SchemaJITCompiler/enable"
import { run as start } from "@remote-assist/cli"
import { bypassForThisMachine } from "@remote-assist/cli/Proxy"
import * as Signals from "@remote-assist/cli/Signals"

import manifest from "./package.json" with { type: "json" }
import { command } from "./src/cli/command.ts"
import { exitCodes } from "./src/cli/exitCodes.ts"
import { programName } from "./src/runner/failureText.ts"

// vitest would color its output also into a pipe
if (!process.stdout.isTTY && process.env["FORCE_COLOR"] === undefined) process.env["NO_COLOR"] = "1"

bypassForThisMachine()

start(command, manifest.version, {
  startedAs: programName,
  usageCode: exitCodes.usage,
  lostOutputCode: exitCodes.writeError,
  teardown: Signals.teardown()
})
