import { availableParallelism } from "node:os"

import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    projects: ["packages/*", "apps/*", "examples", "tooling"],
    // most tests wait for sockets, processes and terminals
    maxWorkers: availableParallelism() + 1
  }
})
