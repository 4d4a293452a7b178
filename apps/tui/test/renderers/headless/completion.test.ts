import { execFileSync, spawnSync } from "node:child_process"

import { describe, expect, test } from "vitest"

import { remoteAssist, shell } from "../../support/command.ts"
import { home } from "../../support/home.ts"
import { service } from "../../support/service.ts"

const asked = async (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
  const { code, stderr, stdout } = await remoteAssist(["complete", ...args], { env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return stdout.split("\n").slice(0, -1)
}

const served = async (users: number) => {
  const { env, requests } = await service(users)
  return {
    env: { ...env, REMOTE_ASSIST_REGION: "us" },
    requests: () => requests.filter((line) => line.startsWith("GET"))
  }
}

describe("what a word can become", () => {
  test("is found by the service where it can", async () => {
    const { env, requests } = await served(5000)
    expect(await asked(["users", "--", "edsg"], env)).toEqual(["edsger@example.com", "edsger"])
    expect(requests()).toHaveLength(1)
    expect(decodeURIComponent(requests()[0] ?? "")).toContain("filter=email~=edsg%")
  })

  test("is looked for in the first pages else, and no more than 50 are told", async () => {
    const { env, requests } = await served(5000)
    expect(await asked(["users", "--", "104"], env)).toContain("104")
    expect(requests().length).toBeLessThanOrEqual(3)
    expect(await asked(["users", "--", ""], env)).toHaveLength(50)
  })

  test("are ids and names of pods, and names of profiles", async () => {
    expect(await asked(["pods", "--", "", "pods", "show", "--demo"])).toEqual(["Everyone", "Field Service"])
    expect(await asked(["pods", "--", "2", "pods", "show", "--demo"])).toEqual(["2"])
    const { env, profiles, write } = await home()
    await write(profiles, { profiles: { live: { region: "us", baseUrl: "https://us.example.com" } } })
    expect(await asked(["profiles", "--", "l"], env)).toEqual(["live"])
  })

  test("goes by what the line says of where to ask", async () => {
    expect(await asked(["users", "--", "ad", "users", "show", "--demo"])).toEqual(["ada@example.com", "ada"])
    const { env, profiles, secrets, write } = await home()
    const { env: live } = await service(4)
    await write(profiles, {
      profiles: { live: { region: "us", baseUrl: live.REMOTE_ASSIST_US_URL, email: live.REMOTE_ASSIST_EMAIL } }
    })
    await write(secrets("live"), { apiKey: live.REMOTE_ASSIST_API_KEY, password: live.REMOTE_ASSIST_PASSWORD })
    expect(await asked(["users", "--", "lin", "--profile=live"], env)).toEqual(["linus@example.com", "linus"])
    expect(await asked(["users", "--", "lin", "--profile", "'live'"], env)).toEqual(["linus@example.com", "linus"])
  })

  test("is nothing, and silent, where it cannot be found out", async () => {
    const { env } = await served(4)
    expect(await asked(["users", "--", "a"])).toEqual([])
    expect(await asked(["nonsense", "--", "a"], env)).toEqual([])
    expect(await asked(["users", "--", "$(touch x)"], env)).toEqual([])
    expect(await asked(["users", "--", "a", "--profile", "nope"], env)).toEqual([])
    expect(await asked(["users", "--", "a"], { ...env, REMOTE_ASSIST_API_KEY: "wrong" })).toEqual([])
  })

  test("is nothing where the service takes its time", async () => {
    const { env, gate } = await service(4)
    gate.hold = () => new Promise(() => undefined)
    expect(await asked(["users", "--", "a"], { ...env, REMOTE_ASSIST_REGION: "us" })).toEqual([])
  })

  test("holds nothing that a shell obeys or a terminal hides", async () => {
    const { env } = await served(4)
    for (const name of ["$(id)", "`id`", "a;b", "a\u001B[2Jb", "-rf", "a'b", 'a"b', "a\\b", "a|b"])
      await remoteAssist(["users", "update", "102", "--name", name], { env })
    const update = ["users", "update", "102", "--email", "x$(id)@example.com"]
    await remoteAssist(update, { env })
    const words = ["", "1", "a", "g", "x", "-"]
    for (const found of await Promise.all(words.map((word) => asked(["users", "--", word], env))))
      for (const name of found) expect(name).toMatch(/^[\w][\w @.+-]*$/)
  }, 120_000)
})

/** What the completion of a line yields in bash. */
const completed = async (words: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
  const quoted = words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(" ")
  const { stdout } = await shell(
    `source <($RA --completions bash)
     remote-assist() { $RA "$@"; }
     COMP_WORDS=(remote-assist ${quoted}); COMP_CWORD=${words.length}
     COMP_LINE="\${COMP_WORDS[*]}"; COMP_POINT=\${#COMP_LINE}
     _remote_assist remote-assist "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}"
     printf '%s\\n' "\${COMPREPLY[@]}"`,
    { env }
  )
  return stdout.trim().split("\n")
}

describe("in bash", () => {
  test.each([
    [
      ["users", "show", "--demo", "gra"],
      ["grace@example.com", "grace"]
    ],
    [
      ["users", "deactivate", "--demo", "102", "ad"],
      ["ada@example.com", "ada"]
    ],
    [
      ["--demo", "users", "update", "10"],
      ["101", "102", "103", "104"]
    ],
    [["users", "show", "--demo", "--seed", "users=200", "30"], ["300"]],
    [["pods", "show", "--demo", "F"], [String.raw`Field\ Service`]],
    [["users", "sh"], ["show"]],
    [["pods", "show", "--demo", "$(touch x)"], [""]]
  ])("%j is completed by %j", async (words, expected) => {
    expect(await completed(words)).toEqual(expected)
  })

  test("a profile is completed as the value of a flag", async () => {
    const { env, profiles, write } = await home()
    await write(profiles, { profiles: { live: { region: "us", baseUrl: "https://us.example.com" } } })
    expect(await completed(["--profile", ""], env)).toEqual(["live"])
    expect(await completed(["profiles", "use", "l"], env)).toEqual(["live"])
  })
})

const isThere = (name: string) => spawnSync(name, ["-c", "exit"]).status === 0

describe.each(["bash", "zsh", "fish"] as const)("the script for %s", (name) => {
  test("asks for names, and stands for nothing else", async () => {
    const { stdout } = await remoteAssist(["--completions", name])
    expect(stdout).toMatch(/asked users/)
    expect(stdout).not.toMatch(/@(?:users|pods|profiles)@/)
  })

  test.runIf(isThere(name))("is one that the shell reads", async () => {
    const { stdout } = await remoteAssist(["--completions", name])
    const { folder, write } = await home()
    await write(`${folder}/script`, stdout)
    expect(
      execFileSync(name, ["-n", `${folder}/script`], { encoding: "utf8", env: { ...process.env, HOME: folder } })
    ).toBe("")
  })
})

test("of powershell nothing is asked", async () => {
  const { stdout } = await remoteAssist(["--completions", "powershell"])
  expect(stdout).not.toMatch(/_asked|@users@/)
})
