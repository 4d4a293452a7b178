import { execFileSync } from "node:child_process"
import { setTimeout } from "node:timers/promises"

import { assert, describe, it } from "vitest"

import { exitOf, run, runProcess, start, until } from "../support/command.ts"

const script = (text: string) => ["exec", "--", "sh", "-c", text]

/** Whether a process runs whose command line has this text. */
const runs = (text: string) =>
  execFileSync("ps", ["-eo", "args"])
    .toString()
    .split("\n")
    .some((line) => line.includes(text))

const ends = async (text: string) => {
  for (let turn = 0; turn < 100 && runs(text); turn++) await setTimeout(100)
  return !runs(text)
}

/** Waits until a process whose command line is this text is in a state. */
const shows = async (text: string, state: string) => {
  const isIn = () =>
    execFileSync("ps", ["-eo", "stat=,args="])
      .toString()
      .split("\n")
      .some((line) => line.startsWith(state) && line.endsWith(` ${text}`))
  for (let turn = 0; turn < 100 && !isIn(); turn++) await setTimeout(100)
  assert.isTrue(isIn(), `${text} is not in the state ${state}`)
}

const logIn = `curl -s "$REMOTE_ASSIST_US_URL/api/v1r1/auth/pat" -H "$REMOTE_ASSIST_API_KEY_HEADER: $REMOTE_ASSIST_API_KEY" \
  -H 'content-type: application/json' -d "{\\"token\\":\\"$REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN\\"}"`

describe("exec", { timeout: 30_000 }, () => {
  it("gives the command an emulator of its own, by the environment", async () => {
    const [one, other] = await Promise.all([
      runProcess(script(`${logIn}; echo; echo $REMOTE_ASSIST_MOCK_URL`)),
      runProcess(script("echo; echo $REMOTE_ASSIST_MOCK_URL"))
    ])
    const [answer = "", origin] = one.out.split("\n")
    assert.property(JSON.parse(answer), "token")
    assert.match(origin ?? "", /^http:\/\/127\.0\.0\.1:\d+$/)
    assert.notStrictEqual(origin, other.out.split("\n")[1])
  })

  it("ends with the exit code of the command, and as a shell does after a signal", async () => {
    const codes = await Promise.all([
      runProcess(script("exit 0")),
      runProcess(script("exit 7")),
      ...["KILL", "TERM"].map((signal) => runProcess(script(`kill -${signal} $$`)))
    ])
    assert.deepStrictEqual(
      codes.map(({ code }) => code),
      [0, 7, 137, 143]
    )
  })

  it("says in one sentence that the command cannot be started, or is missing", async () => {
    const [unknown, empty, missing] = await Promise.all([
      runProcess(["exec", "--", "no-such-program"]),
      runProcess(["exec", "--", ""]),
      runProcess(["exec"])
    ])
    assert.strictEqual(empty.code, 127)
    assert.match(empty.err, /^Cannot run an empty name \(NotFound\)\. .*\n$/)
    assert.strictEqual(unknown.code, 127)
    assert.match(unknown.err, /^Cannot run no-such-program \(NotFound\)\. .*\n$/)
    assert.strictEqual(missing.code, 1)
    assert.match(missing.err, /^Missing required argument: command\. .*\n$/)
  })

  it("ends with 126 when the command is there and cannot be run", async () => {
    const { code, err } = await runProcess(["exec", "--", import.meta.filename])
    assert.strictEqual(code, 126)
    assert.match(err, /^Cannot run .* \(PermissionDenied\)\. .*\n$/)
  })

  it("passes flags of the emulator on, and the command its own", async () => {
    const { out } = await runProcess([
      "exec",
      "--api-key-header",
      "x-own",
      "--",
      "sh",
      "-c",
      "echo $REMOTE_ASSIST_API_KEY_HEADER $0 $1",
      "--port",
      "-v"
    ])
    assert.strictEqual(out, "x-own --port -v\n")
  })

  it.each(["exit 0", "exit 1"])("leaves nothing behind that the command started, after %s", async (end) => {
    const mark = `3${String(process.pid).padStart(7, "0")}${end.slice(-1)}`
    await runProcess(script(`sleep ${mark} & ${end}`))
    assert.isTrue(await ends(`sleep ${mark}`))
  })

  it.each([
    ["SIGINT", 130, "trap '' INT TERM; echo started; sleep"],
    ["SIGTERM", 143, "echo started; sleep"],
    ["SIGHUP", 129, "echo started; sleep"],
    ["SIGQUIT", 131, "echo started; sleep"]
  ] as const)("ends the command, and what it started, on %s with %i, %s", async (signal, code, text) => {
    const mark = `4${String(process.pid).padStart(7, "0")}${code}`
    const child = start(script(`${text} ${mark}; sleep ${mark}`))
    await until(child.stdout, /started/)
    child.kill(signal)
    assert.strictEqual(await exitOf(child), code)
    assert.isTrue(await ends(`sleep ${mark}`))
  })
})

describe("exec, told to end or to stop", { timeout: 30_000 }, () => {
  it.each([
    ["SIGINT", "INT", 21],
    ["SIGTERM", "TERM", 22],
    ["SIGHUP", "HUP", 23],
    ["SIGQUIT", "QUIT", 0]
  ] as const)("tells the command of %s as it is, and ends with its code", async (signal, name, code) => {
    const child = start(script(`trap 'echo ${name}; exit ${code}' ${name}; echo started; while :; do sleep 0.05; done`))
    const exit = exitOf(child)
    let text = ""
    for await (const chunk of child.stdout.setEncoding("utf8")) {
      text += String(chunk)
      if (text === "started\n") child.kill(signal)
    }
    assert.deepStrictEqual([text, await exit], [`started\n${name}\n`, code])
  })

  it.skipIf(process.platform !== "linux")("stops the command with it, and has it go on with it", async () => {
    const mark = `5${String(process.pid).padStart(7, "0")}`
    const child = start(script(`sleep ${mark} & echo started; wait`))
    await until(child.stdout, /started/)
    // a fork of the shell until then: stopped as that, it would never show as this
    await shows(`sleep ${mark}`, "S")
    child.kill("SIGTSTP")
    await shows(`sleep ${mark}`, "T")
    await shows(child.spawnargs.join(" "), "T")
    child.kill("SIGCONT")
    await shows(`sleep ${mark}`, "S")
    const exit = exitOf(child)
    child.kill("SIGTERM")
    assert.strictEqual(await exit, 143)
  })
})

describe("env", { timeout: 30_000 }, () => {
  it("prints what a shell evaluates, for the emulator that runs and for a tenant of it", async () => {
    const child = start(["start", "--port", "0", "--api-key-header", "x-own"])
    const [, origin = ""] = /US +(http:\S+)\/us/.exec(await until(child.stdout, /US .*\n/)) ?? []
    const { port } = new URL(origin)
    const { code, out } = await run(["env", "--port", port, "--tenant", "one"])
    assert.strictEqual(code, 0)
    const shown = execFileSync("sh", [
      "-c",
      `${out}\necho $REMOTE_ASSIST_US_URL $REMOTE_ASSIST_MOCK_URL $REMOTE_ASSIST_API_KEY_HEADER`
    ]).toString()
    assert.strictEqual(shown, `${origin}/t/one/us ${origin}/t/one x-own\n`)
    const fish = await run(["env", "--port", port, "--shell", "fish"])
    assert.include(fish.out, `set -gx REMOTE_ASSIST_US_URL '${origin}/us'`)
  })

  it("says in one sentence that none runs", async () => {
    const { code, err, out } = await run(["env", "--port", "1"])
    assert.deepStrictEqual([code, out], [1, ""])
    assert.match(err, /^No emulator runs at http:\/\/127\.0\.0\.1:1: nothing answers there\. .*\n$/)
  })
})

describe("doctor", { timeout: 30_000 }, () => {
  it("finds nothing wrong where all is well", async () => {
    const { code, out } = await run(["doctor", "--port", "0"])
    assert.strictEqual(code, 0, out)
    assert.lengthOf(out.trim().split("\n"), 4)
    assert.isTrue(
      out
        .trim()
        .split("\n")
        .every((line) => line.startsWith("ok ")),
      out
    )
  })

  it("says that an address is none", async () => {
    const { code, out } = await run(["doctor", "--port", "0"], {
      env: { ...process.env, REMOTE_ASSIST_US_URL: "http//127.0.0.1" }
    })
    assert.strictEqual(code, 1)
    assert.include(out, "FAIL  Clients started here use http//127.0.0.1, which is no URL.")
  })

  it("says what is wrong: a port that is taken, an address where none answers", async () => {
    const other = start([
      "exec",
      "--",
      "node",
      "-e",
      "require('node:http').createServer((_, answer) => answer.end('{}')).listen(0, '127.0.0.1', function () { console.log('at', this.address().port) })"
    ])
    const [, port = ""] = /at (\d+)/.exec(await until(other.stdout, /at \d+\n/)) ?? []
    const { code, out } = await run(["doctor", "--port", port], {
      env: { ...process.env, REMOTE_ASSIST_US_URL: `http://127.0.0.1:${port}` }
    })
    assert.strictEqual(code, 1)
    assert.include(out, `FAIL  Cannot listen on 127.0.0.1:${port}: the port is taken.`)
    assert.include(out, "where no emulator answers (something else)")
  })
})
