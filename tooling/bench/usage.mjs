// loaded before a server: tells whoever forked it how much processor time it has used, in microseconds
process.on("message", (message) => {
  if (message !== "usage") return
  const { system, user } = process.cpuUsage()
  process.send?.({ usage: user + system })
})
process.channel?.unref()
