import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"

import { RequestLog } from "../server/RequestLog.ts"

/** How `--log` is written. */
export type LogFormat = "json" | "pretty"

const loggers = {
  json: Logger.withConsoleError(Logger.formatJson),
  pretty: Logger.withConsoleError(Logger.formatLogFmt)
}

/** Where logs go, and whether requests are among them. */
export const layer = (format: LogFormat | undefined): Layer.Layer<never> =>
  format === undefined
    ? // standard output has what programs read: the banner, and what the command of exec prints
      Layer.succeed(Logger.LogToStderr, true)
    : Layer.merge(Logger.layer([loggers[format]]), Layer.succeed(RequestLog, true))
