import { globSync, readFileSync } from "node:fs"

const exitCode = Number(process.argv[2])

const reports = globSync(["{packages,apps}/*/.reports/vitest.json", "{examples,tooling}/.reports/vitest.json"]).map(
  (path) => JSON.parse(readFileSync(path, "utf8"))
)

const sum = (count) => reports.map(count).reduce((sum, one) => sum + one, 0)
const passed = sum(({ numPassedTests }) => numPassedTests)
// a file that does not load and a static check that fails are no tests, but no success either
const broken = sum(
  ({ testResults }) =>
    testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length
)
const isSuccess = exitCode === 0 && reports.length > 0 && reports.every(({ success }) => success)
const failed = sum(({ numFailedTests }) => numFailedTests) + broken || (isSuccess ? 0 : 1)

console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
