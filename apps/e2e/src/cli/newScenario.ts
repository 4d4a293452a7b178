import { writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

import { makeFolders } from "../runner/discovery.ts"
import { formatCommand } from "../runner/failureText.ts"
import { messageOf } from "../runner/Result.ts"
import { UsageError, usageError } from "../targets/Target.ts"
import type { NewScenario } from "./flags.ts"

const sentenceOf = (name: string) => {
  const words = (name.split("/").at(-1) ?? name).replaceAll("-", " ")
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`
}

const template = (
  name: string
): string => `import { administratorScenario, Expect, provisionedUser, step, userByEmail } from "@remote-assist/e2e"

/** ${sentenceOf(name)} Say here in a sentence what a user does and what they must see. */
export default administratorScenario(
  function* ({ users }) {
    // removed when the scenario ends, also after a failure
    const user = yield* provisionedUser()
    yield* step("the user is deactivated", users.deactivate(user.id))
    const updated = yield* userByEmail(user.email ?? "")
    yield* Expect.equal("whether the user is active", updated.active, false)
  },
  { tags: [] }
)
`

const validName = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)*$/

const createFile = (file: string, text: string) =>
  Effect.try({
    try: () => {
      makeFolders(dirname(file))
      writeFileSync(file, text, { flag: "wx" })
    },
    catch: (error) =>
      new UsageError({
        message:
          Predicate.hasProperty(error, "code") && error.code === "EEXIST"
            ? `${file} already exists. Give another name.`
            : `${file} cannot be written: ${messageOf(error)}. Give another --folder.`
      })
  })

/** Writes a scenario to start from. */
export const run = Effect.fnUntraced(function* ({ folder, name }: NewScenario) {
  const plain = name.replace(/\.ts$/, "")
  if (!validName.test(plain))
    return yield* usageError(`${name} is not a valid name. Give lower-case words with hyphens, such as users/my-case.`)
  const path = join(folder, `${plain}.ts`)
  const file = /^[./]/.test(path) ? path : `./${path}`
  yield* createFile(file, template(plain))
  return yield* Console.log(`${file} is written. Run it with ${formatCommand(file)}`)
})
