import { defineProject } from "vitest/config"
import type { ProjectConfig } from "vitest/node"

/** Whether only the tests of a release run: packed packages, other runtimes, languages and browsers. */
const isRelease = process.env["REMOTE_ASSIST_TESTS"] === "release"

const release = "test/**/*.release.test.ts"

/** The vitest project of a package: its tests, or those of a release. */
export const project = (test: ProjectConfig = {}) =>
  defineProject({
    test: {
      ...(isRelease ? { include: [release] } : { include: ["test/**/*.test.{ts,tsx}"], exclude: [release] }),
      // for a machine that is busy with other work
      testTimeout: isRelease ? 120_000 : 30_000,
      ...test
    }
  })
