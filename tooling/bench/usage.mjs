// preloaded by a server: sends its processor time in microseconds to the parent process
process.on("message", (message) => {
  if (message !== "usage") return
  const { system, user } = process.cpuUsage()
  process.send?.({ usage: user + system })
})
process.channel?.unref()
