import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"

import { RequestLog } from "../server/RequestLog.ts"

/** How `--log` is written. */
export type LogFormat = "json" | "pretty"

const loggers = {
  json: Logger.withConsoleError(Logger.formatJson),
  pretty: Logger.withConsoleError(Logger.formatLogFmt)
}

/** Where logs go, and whether requests are among them. */
export const layer = (format: Option.Option<LogFormat>): Layer.Layer<never> =>
  Option.match(format, {
    // standard output has what programs read: the banner, and what the command of exec prints
    onNone: () => Layer.succeed(Logger.LogToStderr, true),
    onSome: (format) => Layer.merge(Logger.layer([loggers[format]]), Layer.succeed(RequestLog, true))
  })
