import { defineProject } from "vitest/config"

export default defineProject({
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    // test files share a process and what it has loaded: each has emulators of its own, and nothing else to share
    isolate: false,
    // for a machine that is busy with other work
    testTimeout: 30_000
  }
})
