import { existsSync, readdirSync, readFileSync } from "node:fs"

// runs on the Node of the machine, which may be old
const exitCode = Number(process.argv[2])

const below = (folder) => readdirSync(folder).map((name) => `${folder}/${name}`)

const reports = [...below("packages"), ...below("apps"), "examples", "tooling"]
  .map((folder) => `${folder}/.reports/vitest.json`)
  .filter((path) => existsSync(path))
  .map((path) => JSON.parse(readFileSync(path, "utf8")))

const sum = (count) => reports.map(count).reduce((sum, one) => sum + one, 0)
const passed = sum(({ numPassedTests }) => numPassedTests)
// a test file that does not load counts as a failure, as does a failed check
const broken = sum(
  ({ testResults }) =>
    testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length
)
const isSuccess = exitCode === 0 && reports.length > 0 && reports.every(({ success }) => success)
const failed = sum(({ numFailedTests }) => numFailedTests) + broken || (isSuccess ? 0 : 1)

// the names of failed tests, last, where a cut log still shows them
for (const { name, assertionResults } of reports.flatMap(({ testResults }) => testResults)) {
  for (const { status, fullName, failureMessages } of assertionResults) {
    if (status === "failed") console.log(`FAILED ${name} > ${fullName}\n${failureMessages.join("\n").slice(0, 2000)}`)
  }
}

const skipped = sum(({ numPendingTests }) => numPendingTests)

if (skipped > 0) console.log(`${skipped} skipped`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
