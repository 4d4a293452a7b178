import * as Result from "effect/Result"

/** A part of an address without its encoding; as it is where it cannot be decoded. */
export const decodeText = (text: string): string =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(text)),
    () => text
  )
