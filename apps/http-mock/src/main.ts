import "effect/schema/SchemaJITCompiler/enable"
import * as Cli from "@remote-assist/cli"

import manifest from "../package.json" with { type: "json" }
import { command } from "./cli/command.ts"
import * as Signals from "./cli/signals.ts"

Cli.run(command, manifest.version, { teardown: Signals.teardown() })
