import "effect/schema/SchemaJITCompiler/enable"
import * as Cli from "@remote-assist/cli"

import manifest from "../package.json" with { type: "json" }
import { command } from "./cli/command.ts"

Cli.run(command, manifest.version)
