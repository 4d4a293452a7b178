// loaded before an emulator: tells whoever started it how long its event loop was blocked by work of its own, and how
// much memory it has. A gap between two turns counts as far as this thread used the processor in it: on a machine that
// is busy with other work a turn comes late without anything that blocks.

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
// whoever started it is gone
process.on("disconnect", () => process.exit())
process.channel?.unref()
