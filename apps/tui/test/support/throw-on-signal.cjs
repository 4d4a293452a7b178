// stands for a fault anywhere in the program: an exception outside of every handler
process.on("SIGUSR2", () => {
  throw new Error("thrown on a signal")
})
