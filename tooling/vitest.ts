import { availableParallelism } from "node:os"

import { defineProject } from "vitest/config"
import type { ProjectConfig } from "vitest/node"

/** Whether to run only release tests: packed packages, other runtimes, languages and browsers, and large sizes. */
const isRelease = process.env["REMOTE_ASSIST_TESTS"] === "release"

const release = "test/**/*.release.test.ts"

/** Defines the vitest project of a package. */
export const project = (test: ProjectConfig = {}) =>
  defineProject({
    test: {
      ...(isRelease ? { include: [release] } : { include: ["test/**/*.test.{ts,tsx}"], exclude: [release] }),
      // generous, for a busy machine
      testTimeout: isRelease ? 120_000 : 30_000,
      expect: { poll: { timeout: 15_000 } },
      // turbo runs other projects meanwhile; a project does not inherit it from the root
      maxWorkers: availableParallelism(),
      // before each test, also if the one before failed
      restoreMocks: true,
      ...test
    }
  })
