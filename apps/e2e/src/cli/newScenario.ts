import { existsSync } from "node:fs"
import { basename, join } from "node:path"

import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Str from "effect/String"

import { formatCommand } from "../runner/failureText.ts"
import { usageError } from "../targets/Target.ts"
import type { NewScenario } from "./flags.ts"
import { checkFile, writeFile } from "./outputFiles.ts"

const template = (
  name: string
): string => `import { administratorScenario, Expect, provisionedUser, step, userByEmail } from "@remote-assist/e2e"

/** ${Str.capitalize(basename(name).replaceAll("-", " "))}. Say here in a sentence what a user does and what they must see. */
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

/** Writes a scenario to start from. */
export const run = Effect.fnUntraced(function* ({ folder, name }: NewScenario) {
  const plain = name.replace(/\.ts$/, "")
  if (!validName.test(plain))
    return yield* usageError(
      `"${name}" is not a valid name. Give lower-case words with hyphens, such as users/my-case.`
    )
  if (/(?:^|\/)(?:dist|node_modules)\//.test(plain))
    return yield* usageError(`${name} is in a folder whose files are never run. Give another folder.`)
  const path = join(folder, `${plain}.ts`)
  const file = /^[./]/.test(path) ? path : `./${path}`
  if (existsSync(file)) return yield* usageError(`${file} already exists. Give another name.`)
  yield* checkFile(file, "--folder")
  if (yield* writeFile(file, template(plain)))
    yield* Console.log(`${file} is written. Run it with ${formatCommand(file)}`)
})
