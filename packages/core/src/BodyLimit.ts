import * as Context from "effect/Context"

/** Maximum number of bytes of a decompressed body, for clients built in this context (default 64 MiB). */
export const BodyLimit = Context.Reference<number>("@remote-assist/core/BodyLimit", {
  defaultValue: () => 64 * 1024 * 1024
})
