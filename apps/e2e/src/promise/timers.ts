const { setImmediate, setTimeout } = globalThis

/** Whether timers that were replaced since this was loaded stand still; wrapped ones go on, and are fine. */
const standStill = () =>
  new Promise<boolean>((resolve) => {
    const left = new Set(["timeout", "immediate"])
    const timeout = globalThis.setTimeout(() => left.delete("timeout"), 0)
    const immediate = globalThis.setImmediate(() => left.delete("immediate"))
    const look = () => {
      globalThis.clearTimeout(timeout)
      globalThis.clearImmediate(immediate)
      resolve(left.size > 0)
    }
    // by then those above have had their turn, if they are real
    setTimeout(() => setImmediate(look), 100)
  })

const sentence =
  'runScenario cannot run while timers are faked: it would wait for ever. Call vi.useRealTimers() before it, or fake only what the test needs, as in vi.useFakeTimers({ toFake: ["Date"] }).'

/** Why nothing could run now, where timers are faked: it would wait for them for ever, and so would its clean-up. */
export const fakedTimers = (): Promise<string | undefined> =>
  globalThis.setTimeout === setTimeout && globalThis.setImmediate === setImmediate
    ? Promise.resolve(undefined)
    : standStill().then((isStill) => (isStill ? sentence : undefined))
