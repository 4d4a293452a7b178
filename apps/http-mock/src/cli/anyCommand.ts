import * as Cli from "@remote-assist/cli"

import { command } from "./command.ts"

/** What the arguments of this process ask for. */
export const anyCommand = (version: string) => Cli.program(command, version)
