import { defineProject } from "vitest/config"

// test files share a process and what it has loaded: each has emulators of its own, and nothing else to share
export default defineProject({ test: { include: ["test/**/*.test.{ts,tsx}"], isolate: false } })
