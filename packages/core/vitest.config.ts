import { defineProject } from "vitest/config"

export default defineProject({
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    // for a machine that is busy with other work
    testTimeout: 30_000
  }
})
