import "effect/schema/SchemaJITCompiler/enable"
import * as Process from "@remote-assist/cli/Process"
import * as Signals from "@remote-assist/cli/Signals"

import { remoteAssistMock } from "./cli/remoteAssistMock.ts"

Process.run(remoteAssistMock(process.argv.slice(2)), { teardown: Signals.teardown() })
