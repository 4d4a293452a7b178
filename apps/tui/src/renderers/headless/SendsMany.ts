import * as Context from "effect/Context"

/** Whether a command sends many requests: each costs less by `node:http`, while `fetch` starts faster. */
export const SendsMany = Context.Reference<boolean>("@remote-assist/tui/SendsMany", { defaultValue: () => false })
