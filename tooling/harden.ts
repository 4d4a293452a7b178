import { randomInt } from "node:crypto"
import { parseArgs } from "node:util"

import { attack, partNames } from "../apps/http-mock/test/harden/attack.ts"
import { newReport, tableOf } from "../apps/http-mock/test/harden/support/Report.ts"

const usage = `Usage: pnpm harden emulator [--minutes 10] [--seed number] [--part ${partNames.join("|")}]...`

const mostShown = 40

const fail = (message: string): never => {
  console.error(`${message}\n${usage}`)
  process.exit(2)
}

const given = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        minutes: { type: "string", default: "10" },
        seed: { type: "string", default: String(randomInt(1_000_000)) },
        part: { type: "string", multiple: true, default: [] }
      }
    })
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

const { positionals, values } = given()
const minutes = Number(values.minutes)
const seed = Number(values.seed)
const unknown = values.part.find((name) => !partNames.some((known) => known === name))
if (positionals.length !== 1 || positionals[0] !== "emulator") fail("Say what to attack: the emulator is all there is.")
if (!(minutes > 0)) fail(`${values.minutes} is no number of minutes. Give one above 0.`)
if (!Number.isSafeInteger(seed)) fail(`${values.seed} is no seed. Give a whole number.`)
if (unknown !== undefined) fail(`There is no part ${unknown}.`)

const names = partNames.filter((name) => values.part.length === 0 || values.part.includes(name))
const report = newReport()
console.log(`Seed ${seed}: pnpm harden emulator --minutes ${values.minutes} --seed ${seed}`)
await attack(names, seed, minutes * 60_000, report, (name) => console.log(`${name} ...`))

console.log(`\n${tableOf(report)}`)
for (const finding of report.findings.slice(0, mostShown)) console.error(`\n${finding}`)
console.log(`\n${report.findings.length === 0 ? "Nothing was found." : `${report.findings.length} findings.`}`)
process.exitCode = report.findings.length === 0 ? 0 : 1
