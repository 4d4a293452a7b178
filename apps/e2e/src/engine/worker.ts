import { parentPort } from "node:worker_threads"

import { init, runBaseTests, setupEnvironment } from "vitest/worker"

// loaded before vitest watches imports, which costs a message to the main thread for each of them
import "./scenarioTests.ts"

// A worker of vitest, which resolves the imports of scenarios itself: only `--watch` needs the graph of modules.

const port = parentPort
if (port === null) throw new Error("This module runs in a worker thread.")

init({
  post: (message) => port.postMessage(message),
  on: (callback) => void port.on("message", callback),
  off: (callback) => void port.off("message", callback),
  teardown: () => void port.removeAllListeners("message"),
  runTests: (state, traces) => runBaseTests("run", state, traces),
  collectTests: (state, traces) => runBaseTests("collect", state, traces),
  setup: (context) => {
    const { config } = context
    const experimental = config.watch ? config.experimental : { ...config.experimental, viteModuleRunner: true }
    return setupEnvironment({ ...context, config: { ...config, experimental } })
  }
})
