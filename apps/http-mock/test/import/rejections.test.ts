import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"

import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import { program } from "../../../../tooling/programs.ts"
import { importWorld } from "../../src/import/importWorld.ts"
import { run } from "../support/command.ts"
import { importing } from "./support/imported.ts"

const main = program("apps/http-mock/src/main.ts")

const imported = (texts: Readonly<Record<string, string>>, admin?: string) =>
  importWorld(
    Object.entries(texts).map(([name, content]) => ({ name, content })),
    { admin }
  )

const reasonOf = (text: string) =>
  Result.match(imported({ "u.json": text }), { onFailure: ({ message }) => message, onSuccess: () => "taken" })

const taken = (lists: Readonly<Record<string, unknown>>, admin?: string) =>
  Result.getOrThrow(
    imported(Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, JSON.stringify(list)])), admin)
  )

const rosa = { id: 201, name: "Rosa", email: "rosa@plant.example", role_name: "EnterpriseAdmin" }

describe("a file to import", () => {
  it.for<readonly [what: string, text: string, message: string]>([
    ["is cut off", '[{"email":"a@x"', "it is not JSON from line 1, column 16. Correct it there."],
    ["nests deep", `${"[".repeat(200_000)}${"]".repeat(200_000)}`, "it is nested more than 100 levels deep"],
    [
      "has a line cut off",
      '{"email":"a@x"}\n\n{"email"\n',
      "in line 3, it is not JSON from column 9. Correct it there."
    ],
    ["lists other things than objects", '[{"email":"a@x"},"b"]', "entry 2, use an object"],
    ["has a text for a number", '[{"email":"a@x","role_id":"1"}]', "entry 1, role_id: use a number"],
    ["has no text", " ", "it is empty. Import a list of users."],
    ["is empty", "[]", "it has no users with an e-mail address. Import a list of users."],
    ["is a world file", '{"default":false,"users":[]}', "it is a world file already. Use it with --seed u.json."],
    ["has no administrator", '[{"email":"a@x"}]', "it has no active EnterpriseAdmin, which a world needs. Set one"],
    [
      "has no e-mail addresses",
      '[{"name":"a"}]',
      "it has no users with an e-mail address. Import a list of users. Omitted, as the user has no valid e-mail address: entry 1 of u.json."
    ]
  ])("is rejected if it %s", ([, text, message]) => {
    assert.include(reasonOf(text), `Cannot import u.json: ${message}`)
  })

  it("rejects --force without --out", async () => {
    const { code, err } = await run(["import", "users.json", "--force"])
    assert.deepStrictEqual([code, err], [1, "The flag --force needs --out. Add it, or remove --force.\n"])
  })

  it("makes the user of --administrator the administrator", () => {
    const users = [{ email: "sam@x", active: false, role_id: 3 }]
    const { world } = taken({ "u.json": users }, "SAM@x")
    assert.deepInclude(world.users?.[0], { email: "sam@x", role: "EnterpriseAdmin" })
    const without = imported({ "u.json": JSON.stringify(users) }, "tom@x")
    assert.include(Result.isFailure(without) ? without.failure.message : "", "it has no user tom@x")
  })

  it("names the omitted values in an error, each in a sentence of its own", () => {
    const users = [{ email: "sam@x", shoe: 42 }, { name: "nobody" }]
    const without = imported({ "u.json": JSON.stringify(users) }, "tom@x")
    assert.match(
      Result.isFailure(without) ? without.failure.message : "",
      /it has no user tom@x\. Omitted fields of u\.json: shoe\. Omitted, as the .*: entry 2 of u\.json\.$/
    )
  })

  it("loses unsupported data, with a note for each", () => {
    const users = [
      { ...rosa, username: "rosa", shoe: 42, token: "t", status: "busy" },
      { email: "Rosa@plant.example" },
      { name: "nobody" },
      { email: "sam@x", username: "ROSA", id: 201 }
    ]
    const { notes, world } = taken({ "u.json": users })
    assert.deepStrictEqual(notes, [
      "Omitted fields of u.json: shoe, token.",
      "Omitted, as the e-mail address is in use: entry 2 of u.json.",
      "Omitted, as the user has no valid e-mail address: entry 3 of u.json.",
      "Ids were replaced, as some were repeated or not in the range: 101 to 10000100."
    ])
    assert.deepStrictEqual(world.users, [
      { name: "Rosa", email: "rosa@plant.example", role: "EnterpriseAdmin" },
      { name: "sam", email: "sam@x", username: "sam@x" }
    ])
  })

  it("puts users into the pods that list them, and has each pod once", () => {
    const pods = [
      {
        id: 4,
        name: "Crew",
        default: false,
        user_count: 3,
        users: [{ id: 201, token: "t" }, { id: 999 }],
        admins: null
      },
      { id: 5, name: "crew", default: true, admins: [{ id: 201 }, { id: 998 }], subpods: [{ id: 4 }] },
      { id: 5, name: "crew", default: true }
    ]
    const { notes, world } = taken({ "pods.json": pods, "users.json": [rosa, { id: 202, email: "sam@x" }] })
    assert.deepStrictEqual(
      world.users?.map(({ id, pods }) => [id, pods]),
      [
        [201, ["Crew", "crew (5)"]],
        [202, undefined]
      ]
    )
    assert.deepStrictEqual(world.pods, [
      { id: 4, name: "Crew", user_count: 3 },
      { id: 5, name: "crew (5)", default: true, admins: ["rosa@plant.example"], subpods: ["Crew"] }
    ])
    assert.deepStrictEqual(notes, [
      "Omitted, as the pod exists already: entry 3 of pods.json.",
      "Administrators of pods who are not users: crew (5)."
    ])
  })
})

describe("the import command", () => {
  const list = JSON.stringify([rosa])

  it("overwrites neither an existing file nor its input", async () => {
    const own = await importing({ "u.json": list, "world.json": list }, ["--force"])
    assert.deepInclude(own, { code: 1, err: `Cannot write ${own.out}: it is one of the input files.\n` })
    const { code, err, inFolder, out } = await importing({ "u.json": list })
    assert.deepStrictEqual([code, err], [0, `${out} has 1 user and 0 pods, for pnpm mock --seed ${out}.\n`])
    const again = (...more: ReadonlyArray<string>) => run(["import", inFolder("u.json"), "--out", out, ...more])
    assert.include((await again()).err, `Cannot write ${out}: it exists. Use --force to overwrite it.`)
    assert.strictEqual((await again("--force", "--anonymize")).code, 0)
  })

  it("keeps the existing world file if the disk is full", async () => {
    const users = Array.from({ length: 200 }, (_, at) => ({ ...rosa, id: 201 + at, email: `rosa${at}@plant.example` }))
    const { inFolder, out, text } = await importing({ "u.json": list, "all.json": JSON.stringify(users) })
    const line = `ulimit -f 8; trap '' XFSZ; exec '${process.execPath}' '${main}' import '${inFolder("all.json")}' --out '${out}' --force`
    const { status, stderr } = spawnSync("sh", ["-c", line], { encoding: "utf8" })
    assert.deepStrictEqual(
      [status, stderr],
      [1, `Cannot write ${out}: it is larger than this process may write. Raise the limit of this process.\n`]
    )
    assert.strictEqual(readFileSync(out, "utf8"), text)
  })

  it("names what is wrong with the output file", async () => {
    const { inFolder } = await importing({ "u.json": list })
    const { err } = await run(["import", inFolder("u.json"), "--out", "."])
    assert.strictEqual(err, "Cannot write .: it is a folder. Use a file in it.\n")
  })

  it("says how to save a file that is not UTF-8, as --seed does", async () => {
    const { err, inFolder } = await importing({ "u.json": Buffer.from(`\uFEFF${list}`, "utf16le") })
    assert.strictEqual(err, `Cannot import ${inFolder("u.json")}: it is not UTF-8. Save it as UTF-8.\n`)
    const seeded = await run(["--port", "0", "--seed", inFolder("u.json")])
    assert.strictEqual(seeded.err, `Cannot use ${inFolder("u.json")} as --seed: it is not UTF-8. Save it as UTF-8.\n`)
  })

  it("says in two sentences what it wrote and what it left out", async () => {
    const users = [{ ...rosa, shoe: 42 }, { name: "nobody" }]
    const { err, out } = await importing({ "u.json": JSON.stringify(users) })
    assert.match(err, /^.* has 1 user and 0 pods, for pnpm mock --seed .*\.\nIt differs from the lists: .*\.\n$/)
    assert.include(err, "omitted fields of ")
    assert.include(err, "; omitted, as the user has no valid e-mail address: entry 2 of ")
    assert.include(err, out)
  })

  it("is mentioned when a list is used as a world file", async () => {
    const { inFolder } = await importing({ "all users.json": list })
    const file = inFolder("all users.json")
    const { code, err } = await run(["--seed", file, "--port", "0"])
    assert.strictEqual(code, 1)
    assert.include(err, `it is a list; create a world file with pnpm mock import '${file}' --out world.json.`)
  })

  it("reports an unreadable file in one sentence", async () => {
    const missing = await run(["import", "/no/where.json"])
    assert.deepStrictEqual(
      [missing.code, missing.err],
      [1, "Cannot import /no/where.json: it does not exist. Check the path.\n"]
    )
    const { code, err, inFolder } = await importing({ "latin.json": Buffer.from('["Zoë"]', "latin1") })
    assert.deepStrictEqual(
      [code, err],
      [1, `Cannot import ${inFolder("latin.json")}: it is not UTF-8. Save it as UTF-8.\n`]
    )
  })
})
