import "effect/schema/SchemaJITCompiler/enable"
import * as Process from "@remote-assist/cli/Process"

import { remoteAssistMock } from "./cli/remoteAssistMock.ts"
import * as Signals from "./cli/signals.ts"

Process.run(remoteAssistMock(process.argv.slice(2)), { teardown: Signals.teardown() })
