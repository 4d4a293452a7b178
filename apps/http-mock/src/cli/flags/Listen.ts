import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import * as Accepts from "../../library/options/accepts.ts"
import { readCors } from "../../wire/cors.ts"
import { controlTokenVariable, defaults } from "./defaults.ts"

/** The port, with what it is unless given. */
export const port = (unlessGiven: number) =>
  Flag.Int("port").pipe(
    Flag.withAlias("p"),
    Flag.withDescription(`Port to listen on; 0 picks a free one; ${unlessGiven} unless given`),
    Flag.filterMap(Option.liftPredicate(Accepts.port.is), () => Accepts.port.accepts),
    Flag.withDefault(unlessGiven)
  )

export const host = Flag.String("host").pipe(
  Flag.withDescription(`Address to listen on; ${defaults.host} unless given`),
  Flag.filterMap(Option.liftPredicate(Accepts.host.is), () => Accepts.host.accepts),
  Flag.withDefault(defaults.host)
)

export const apiKeyHeader = Flag.String("api-key-header").pipe(
  Flag.withDescription(`Name of the header that carries the API key; ${defaults.apiKeyHeader} unless given`),
  Flag.filterMap(Option.liftPredicate(Accepts.apiKeyHeader.is), () => Accepts.apiKeyHeader.accepts),
  Flag.withDefault(defaults.apiKeyHeader)
)

export const cors = Flag.String("cors").pipe(
  Flag.withMetavar("off|*|origin,..."),
  Flag.withDescription(
    "Pages of which origins may use the service, never the control plane; * unless given, which is any"
  ),
  Flag.filterMap(
    (text) => Result.getSuccess(readCors(text)),
    () => Accepts.cors
  ),
  Flag.withDefault(defaults.cors)
)

export const controlToken = Flag.Redacted("control-token").pipe(
  Flag.withDescription(
    `Token that the control plane under /__mock asks for when --host is not of this machine alone; ${controlTokenVariable}, or none unless given`
  ),
  Flag.withFallbackConfig(Config.Redacted(controlTokenVariable)),
  Flag.optional
)
