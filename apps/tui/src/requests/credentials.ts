import type { Region } from "@remote-assist/core"

import type { Kept } from "./Kept.ts"

/** Whether a header carries the API key, in the form that a region takes it in. */
export const isApiKey = (
  name: string,
  headers: Kept["headers"],
  { apiKeyForm, apiKeyHeader }: Pick<Region.Region["Service"], "apiKeyForm" | "apiKeyHeader">
): boolean =>
  name === apiKeyHeader ||
  (apiKeyForm === "authorization" && name === "authorization" && headers[apiKeyHeader] === undefined)

/** Whether a request carries a user token. */
export const hasToken = ({ headers }: Kept, region: Region.Region["Service"]): boolean =>
  headers["authorization"] !== undefined && !isApiKey("authorization", headers, region)
