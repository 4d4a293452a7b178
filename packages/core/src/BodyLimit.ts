import * as Context from "effect/Context"

/** Bytes that the body of an answer may have once it is decompressed, for clients built in this context; 64 MiB unless set. */
export const BodyLimit = Context.Reference<number>("@remote-assist/core/BodyLimit", {
  defaultValue: () => 64 * 1024 * 1024
})
