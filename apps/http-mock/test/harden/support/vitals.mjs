// Node loads this module before the emulator. It reports the longest block of the event loop and the memory usage to the
// parent process. A block counts only the processor time of this thread: other processes can delay a turn too.

const every = 5

const processor = () => {
  const { system, user } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (system + user) / 1000
}

let longest = 0
let last = { wall: performance.now(), used: processor() }

const turn = () => {
  const now = { wall: performance.now(), used: processor() }
  longest = Math.max(longest, Math.min(now.wall - last.wall, now.used - last.used))
  last = now
}

setInterval(turn, every).unref()

process.on("message", (message) => {
  if (message !== "vitals" && message !== "collected vitals") return
  turn()
  const stall = longest
  if (message === "collected vitals") globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  last = { wall: performance.now(), used: processor() }
  longest = 0
  process.send?.({ stall, heap: heapUsed, rss })
})
// the parent process exited
process.on("disconnect", () => process.exit())
process.channel?.unref()
