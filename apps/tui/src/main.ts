import "./memory.ts"
import * as Process from "@remote-assist/cli/Process"
import * as Signals from "@remote-assist/cli/Signals"

import { remoteAssist } from "./command.ts"

Process.run(remoteAssist(), { teardown: Signals.teardown() })
