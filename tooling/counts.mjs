import { readFileSync } from "node:fs"

const exitCode = Number(process.argv[2])

const read = () => {
  try {
    return JSON.parse(readFileSync(new URL("../.reports/vitest.json", import.meta.url), "utf8"))
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, success: false, testResults: [] }
  }
}

const { numPassedTests: passed, numFailedTests, success, testResults } = read()
// a file that does not load and a static check that fails are no tests, but no success either
const broken = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length
const failed = numFailedTests + broken || (exitCode === 0 && success ? 0 : 1)

console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
