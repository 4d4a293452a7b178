import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { importWorld } from "../../src/import/importWorld.ts"
import { run } from "../support/command.ts"
import { importing } from "./support/imported.ts"

type Texts = Readonly<Record<string, string | Uint8Array>>

const imported = (texts: Texts, admin = "rosa@plant.example") =>
  importWorld(
    Object.entries(texts).map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
    { admin }
  )

const reasonOf = (texts: Texts, admin?: string) =>
  Result.match(imported(texts, admin), { onFailure: ({ message }) => message, onSuccess: () => "taken" })

const taken = (texts: Texts) => Result.getOrThrow(imported(texts))

const rosa = "name,email\nRosa,rosa@plant.example\n"

describe("a file to import", () => {
  it.for<readonly [what: string, texts: Texts, message: string]>([
    ["is empty", { "u.csv": "" }, "it is empty"],
    ["is UTF-16", { "u.csv": Buffer.from(`\ufeff${rosa}`, "utf16le") }, "it is UTF-16; save it as UTF-8"],
    ["is Latin-1", { "u.csv": Buffer.from("name,email\nZoë,z@x\n", "latin1") }, "it is not UTF-8 from line 2 on"],
    ["is cut off", { "u.json": '[{"email":"a@x"' }, "it is not JSON (Expected ',' or '}' after property value in JSON"],
    [
      "nests deep",
      { "u.json": `${"[".repeat(200_000)}${"]".repeat(200_000)}` },
      "it is not JSON (more than 100 levels)"
    ],
    ["has a line cut off", { "u.ndjson": '{"email":"a@x"}\n{"email"\n' }, "line 2 is not JSON (Expected ':'"],
    ["lists what is no object", { "u.json": '[{"email":"a@x"},"b"]' }, 'entry 2 is no object, but "b"'],
    ["has other columns", { "u.csv": "a,b\n1,2\n" }, "it has neither users, who have an email, nor pods"],
    ["has no e-mail addresses", { "u.csv": "id,username\n1,a\n" }, "it has no column email, but id, username"],
    ["has a column twice", { "u.csv": "email,E-Mail\na@x,b@x\n" }, "the columns email and E-Mail are both email"],
    [
      "has a flag that is none",
      { "u.csv": "email,active\na@x,maybe\n" },
      'in line 2, active is "maybe", which is not true or false'
    ],
    [
      "has a number that is none",
      { "u.json": '[{"email":"a@x","role_id":1.5}]' },
      "in entry 1, role_id is 1.5, which is not a whole number"
    ],
    [
      "has an open quote",
      { "u.csv": 'name,email\n"a,a@x\nb,b@x\n' },
      "in the row that begins in line 2, a quote opens that is never closed"
    ],
    ["has too many cells", { "u.csv": "name,email\n\na,a@x,b\n" }, "line 3 has 3 cells, and the header 2 columns"],
    [
      "has users alone who are left out",
      { "u.csv": "name,email\na,none\n" },
      "there are no users in it. Left out, as there is no e-mail address: u.csv, line 2."
    ],
    ["is a world file", { "w.json": '{"default":false,"users":[{"email":"a@x"}]}' }, "it is a world file, for --seed"],
    [
      "lacks who is to be an administrator",
      { "u.csv": "email\na@x\n" },
      "there is no user rosa@plant.example, who is to be"
    ]
  ])("is refused that %s", ([, texts, message]) => {
    assert.include(reasonOf(texts), `Cannot import ${Object.keys(texts)[0]}: ${message}`)
  })

  it("is refused without an administrator, who can be named", () => {
    assert.include(reasonOf({ "u.csv": "email\na@x\n" }, undefined), "no user rosa")
    const without = importWorld([{ name: "u.csv", bytes: Buffer.from("email\na@x\n") }])
    assert.include(Result.isFailure(without) ? without.failure.message : "", "name who is to be one with --admin")
    assert.strictEqual(taken({ "u.csv": rosa }).world.users?.[0]?.role, "EnterpriseAdmin")
  })

  it("is read with a byte order mark, semicolons, quotes, CRLF, marked formulas and columns as people name them", () => {
    const text =
      '\ufeffFull Name;E-Mail;Last Used At;Group\r\n"Rosa ""R"" Parks; Ms";rosa@plant.example;;Night\r\n\'=Sam;sam@x;;\r\n'
    const { notes, world } = taken({ "u.csv": text })
    assert.deepStrictEqual(notes, [])
    assert.deepStrictEqual(world.users, [
      { name: 'Rosa "R" Parks; Ms', email: "rosa@plant.example", role: "EnterpriseAdmin", pods: ["Night"] },
      { name: "=Sam", email: "sam@x" }
    ])
    assert.deepStrictEqual(world.pods, [{ name: "Night", default: true }])
  })

  it("tells what it leaves out, and in which lines", () => {
    const text = [
      "email,username,shoe,token",
      "rosa@plant.example,rosa,42,t",
      "Rosa@plant.example,other,,",
      "nobody,x,,",
      "sam@x,ROSA,,"
    ].join("\n")
    const { notes, world } = taken({ "u.csv": text })
    assert.deepStrictEqual(notes, [
      "Not known, and left out: shoe: u.csv.",
      "Secret, and not imported: token: u.csv.",
      "Left out, as there is no e-mail address: u.csv, line 4.",
      "Left out, as the user in u.csv, line 2 has the e-mail address: u.csv, line 3.",
      "With the e-mail address as user name, as another has theirs: u.csv, line 5."
    ])
    assert.deepStrictEqual(
      world.users?.map(({ email, username }) => [email, username]),
      [
        ["rosa@plant.example", undefined],
        ["sam@x", "sam@x"]
      ]
    )
  })

  it.for<readonly [ids: ReadonlyArray<number>, why: string]>([
    [[101, 7], "Ids are given anew, as 7 is not from 101 to 10000100: u.json, entry 2."],
    [[101, 101], "Ids are given anew, as 101 is there twice: u.json, entry 2."]
  ])("gives new ids where these do not fit: %s", ([ids, why]) => {
    const entries = ids.map((id, index) => ({ id, email: ["rosa@plant.example", "sam@x"][index] }))
    const { notes, world } = taken({ "u.json": JSON.stringify(entries) })
    assert.deepStrictEqual(notes, [why])
    assert.deepStrictEqual(
      world.users?.map(({ id }) => id),
      [undefined, undefined]
    )
  })

  it.for([undefined, "a key for the tests of this file"])("knows a pod by its name in any case, by key %s", (text) => {
    const users = [
      { email: "rosa@plant.example", role: "EnterpriseAdmin", pods: ["NIGHT", " night ", "Day"] },
      { email: "sam@x", pods: ["day", "Night", " "] }
    ]
    const pods = [{ id: 4, name: "Night", default: true, user_count: 2 }]
    const key = text === undefined ? undefined : Redacted.make(text)
    const files = { "u.json": users, "p.json": pods }
    const { world } = Result.getOrThrow(
      importWorld(
        Object.entries(files).map(([name, list]) => ({ name, bytes: Buffer.from(JSON.stringify(list)) })),
        { key }
      )
    )
    assert.lengthOf(world.pods ?? [], 2)
    const [night, day] = (world.pods ?? []).map(({ name }) => name)
    if (key === undefined) assert.deepStrictEqual([night, day], ["Night", "Day"])
    for (const { pods } of world.users ?? []) assert.sameMembers([...(pods ?? [])], [night, day])
  })

  it("puts users into the pods that have them, names each pod once, and tells whom no file has", () => {
    const pods = [
      {
        id: 4,
        name: "Crew",
        default: false,
        user_count: 3,
        users: [{ id: 201, token: "t" }, { id: 999 }],
        admins: null
      },
      { id: 5, name: "crew", default: true, admins: [{ id: 201 }, { id: 998 }], subpods: [{ id: 4 }] }
    ]
    const users = [
      { id: 201, email: "rosa@plant.example" },
      { id: 202, email: "sam@x", status: "busy" }
    ]
    const { notes, world } = taken({ "pods.json": JSON.stringify(pods), "users.json": JSON.stringify(users) })
    assert.deepStrictEqual(
      world.users?.map(({ id, pods }) => [id, pods]),
      [
        [201, ["Crew", "crew (2)"]],
        [202, undefined]
      ]
    )
    assert.deepInclude(world.pods?.[0], { id: 4, name: "Crew", user_count: 3 })
    assert.deepInclude(world.pods?.[1], { id: 5, name: "crew (2)", default: true, subpods: ["Crew"] })
    assert.deepStrictEqual(notes, [
      "No number, and left out: status: users.json, entry 2.",
      `Named "crew (2)", as its own name is empty or another's: pods.json, entry 2.`,
      "Left out, as no file has them: administrators of pods: pods.json, entry 2."
    ])
  })
})

describe("many pods of one name", () => {
  it("get a number each, at once", () => {
    const pods = Array.from({ length: 20_000 }, (_, id) => ({
      id,
      name: id === 7 ? "crew (3)" : "Crew",
      user_count: 0
    }))
    const { world } = taken({ "pods.json": JSON.stringify(pods), "u.csv": rosa })
    const names = world.pods?.map(({ name }) => name) ?? []
    assert.deepStrictEqual(names.slice(0, 4), ["Crew", "Crew (2)", "Crew (3)", "Crew (4)"])
    assert.strictEqual(new Set(names.map((name) => name.toLowerCase())).size, 20_000)
    assert.deepStrictEqual(
      world.pods?.slice(0, 2).map(({ id }) => id),
      [undefined, 1]
    )
  })
})

describe("the command import", { timeout: 60_000 }, () => {
  it("leaves a file that is there already alone, and what it imports always", async () => {
    const own = await importing({ "u.csv": rosa, "world.json": rosa }, ["--admin", "rosa@plant.example", "--force"])
    assert.deepInclude(own, { code: 1, err: "Cannot write world.json: it is a file to import.\n" })
    const { code, cwd } = await importing({ "u.csv": rosa }, ["--admin", "rosa@plant.example"])
    assert.strictEqual(code, 0)
    const again = (...more: ReadonlyArray<string>) =>
      run(["import", "u.csv", "--out", "world.json", "--admin", "rosa@plant.example", ...more], { cwd })
    assert.include((await again()).err, "Cannot write world.json: it is there already; give --force to replace it.")
    assert.strictEqual((await again("--force")).code, 0)
  })

  it("is named where a list is given as a world file", async () => {
    const { cwd } = await importing({ "u.json": JSON.stringify([{ email: "a@x", role: "EnterpriseAdmin" }]) })
    const { code, err } = await run(["--seed", "u.json", "--port", "0"], { cwd })
    assert.strictEqual(code, 1)
    assert.include(
      err,
      "it lists entries; make a world file of it by remote-assist-mock import u.json --out world.json."
    )
  })

  it("ends with one sentence where there is no such file", async () => {
    const { code, err } = await importing({}, ["nowhere.csv"])
    assert.strictEqual(code, 1)
    assert.strictEqual(err, "Cannot import nowhere.csv: there is no such file.\n")
  })
})
