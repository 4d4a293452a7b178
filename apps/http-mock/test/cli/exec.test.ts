import { execFileSync } from "node:child_process"
import { mkdtempSync, writeFileSync } from "node:fs"
import { createServer, setGlobalProxyFromEnv } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { assert, describe, it, onTestFinished } from "vitest"

import { exitOf, run, runScript, serve, start, until } from "../support/command.ts"
import { shows } from "../support/processes.ts"

const logIn = `curl -s "$REMOTE_ASSIST_US_URL/api/v1r1/auth/pat" -H "$REMOTE_ASSIST_API_KEY_HEADER: $REMOTE_ASSIST_API_KEY" \
  -H 'content-type: application/json' -d "{\\"token\\":\\"$REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN\\"}"`

describe("exec", () => {
  it("starts an emulator for each command and sets its environment variables", async () => {
    const [one, other] = await Promise.all([
      runScript(`${logIn}; echo; echo $REMOTE_ASSIST_MOCK_URL`),
      runScript("echo; echo $REMOTE_ASSIST_MOCK_URL")
    ])
    const [answer = "", origin] = one.out.split("\n")
    assert.property(JSON.parse(answer), "token")
    assert.match(origin ?? "", /^http:\/\/127\.0\.0\.1:\d+$/)
    assert.notStrictEqual(origin, other.out.split("\n")[1])
  })

  it.each([
    ["exit 0", 0],
    ["exit 7", 7],
    ["kill -KILL $$", 137],
    ["kill -TERM $$", 143]
  ])("exits with the code of the command, or as a shell does after a signal: %s, %i", async (text, code) => {
    assert.deepStrictEqual(await runScript(text), { code, err: "", out: "" })
  })

  it.each([
    [["no-such-program"], 127, /^Cannot run no-such-program: there is no such program\. .*\n$/],
    [[""], 127, /^Cannot run an empty name: there is no such program\. .*\n$/],
    [[import.meta.filename], 126, /^Cannot run .*: it is not executable\. .*\n$/],
    [[], 1, /^Missing required argument: command\. .*\n$/]
  ])("prints in one sentence why %j cannot run, and exits with %i", async (command, code, says) => {
    const ended = await run(["exec", "--", ...command])
    assert.deepStrictEqual([ended.code, ended.out], [code, ""])
    assert.match(ended.err, says)
  })

  it("passes flags before -- to the emulator and those after it to the command", async () => {
    const text = 'test "$REMOTE_ASSIST_API_KEY_HEADER $0 $1" = "x-own --port -v"'
    const { code } = await run(["exec", "--api-key-header", "x-own", "--", "sh", "-c", text, "--port", "-v"])
    assert.strictEqual(code, 0)
  })

  it("excludes the emulator from a proxy, in addition to other hosts", async () => {
    const env = { ...process.env, NO_PROXY: "intranet.example" }
    const { out } = await runScript('echo "$NO_PROXY $no_proxy"', [], env)
    assert.strictEqual(out, "intranet.example,127.0.0.1 intranet.example,127.0.0.1\n")
    assert.strictEqual((await runScript('echo "$NO_PROXY"', [], { ...process.env, NO_PROXY: "*" })).out, "*\n")
    // clients write the address with or without brackets
    assert.strictEqual((await runScript('echo "$NO_PROXY"', ["--host", "::1"], {})).out, "[::1],::1\n")
    const both = { ...process.env, no_proxy: "a.example", NO_PROXY: "b.example" }
    assert.strictEqual((await runScript('echo "$NO_PROXY"', [], both)).out, "a.example,b.example,127.0.0.1\n")
    const local = { ...process.env, NO_PROXY: "127.0.0.1" }
    assert.strictEqual((await runScript('echo "$NO_PROXY"', [], local)).out, "127.0.0.1\n")
  })

  it("ends background processes of the command", async () => {
    const mark = `3${String(process.pid).padStart(7, "0")}`
    assert.strictEqual((await runScript(`sleep ${mark} & exit 1`)).code, 1)
    await shows(`sleep ${mark}`, undefined)
  })
})

describe("the process of exec", () => {
  const script = (text: string) => start(["exec", "--", "sh", "-c", text])

  it("forwards SIGTERM to the command and exits with its code", async () => {
    const child = script("trap 'echo TERM; exit 22' TERM; echo started; while :; do sleep 0.05; done")
    const exit = exitOf(child)
    let text = ""
    for await (const chunk of child.stdout.setEncoding("utf8")) {
      text += String(chunk)
      if (text === "started\n") child.kill("SIGTERM")
    }
    assert.deepStrictEqual([text, await exit], ["started\nTERM\n", 22])
  })

  it("ends a command that ignores SIGINT, and its children, with 130", async () => {
    const mark = `5${String(process.pid).padStart(7, "0")}`
    const child = script(`trap '' INT TERM; echo started; sleep ${mark}; sleep ${mark}`)
    await until(child.stdout, /started/)
    child.kill("SIGINT")
    assert.strictEqual(await exitOf(child), 130)
    await shows(`sleep ${mark}`, undefined)
  })

  it.skipIf(process.platform !== "linux")("pauses and resumes the command with itself", async () => {
    const mark = `6${String(process.pid).padStart(7, "0")}`
    const child = script(`sleep ${mark} & echo started; wait`)
    await until(child.stdout, /started/)
    // before, it is still a fork of the shell with another command line
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

it("exec runs a command without --, with the flags of the command", async () => {
  assert.strictEqual((await run(["exec", "sh", "-c", "exit 3"])).code, 3)
  assert.strictEqual((await run(["exec", "sh", "-c", "exit 3", "sh", "--version"])).code, 3)
})

it("a flag before exec is rejected with its place", async () => {
  const { code, err } = await run(["--port", "4811", "exec", "--", "true"])
  assert.strictEqual(code, 1)
  assert.include(err, "--port is before exec. Write it after exec.")
})

it("exec shows where to write -- if it is missing", async () => {
  const { code, err } = await run(["exec", "--port", "0", "sh", "-c", "exit 3"])
  assert.strictEqual(code, 1)
  assert.match(err, /^-c is not a flag of exec\. Write -- before the command, as in exec -- sh -c 'npm test', or see /)
  assert.match((await run(["exec", "--prot", "0", "--", "sh"])).err, /^Unrecognized flag: --prot .*--port/)
})

describe("env", () => {
  it("prints shell code for a running emulator and for one of its tenants", async () => {
    const { us } = serve(["start", "--port", "0", "--api-key-header", "x-own"])
    const { origin, port } = new URL(await us())
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

  it("prints the credentials of a public emulator with its token only", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "world-")), "own.json")
    const user = { name: "Rosa", email: "rosa@plant.example", role: "EnterpriseAdmin" }
    writeFileSync(file, JSON.stringify({ default: false, users: [user] }))
    const { us } = serve(["--port", "0", "--host", "0.0.0.0", "--control-token", "tok", "--seed", file])
    const { port } = new URL(await us())
    const own = await run(["env", "--port", port], { env: { ...process.env, REMOTE_ASSIST_MOCK_CONTROL_TOKEN: "tok" } })
    assert.include(own.out, "export REMOTE_ASSIST_EMAIL='rosa@plant.example'")
    const { err, out } = await run(["env", "--port", port])
    assert.match(out, /^export REMOTE_ASSIST_REGION='us'\nexport REMOTE_ASSIST_US_URL=/)
    assert.notMatch(out, /API_KEY=|EMAIL|PASSWORD|PERSONAL/)
    assert.include(err, "The API key and the credentials are unknown, as the emulator is public. Set --control-token")
    const wrong = await run(["env", "--port", port, "--control-token", "tock"])
    assert.deepStrictEqual([wrong.code, wrong.out], [1, ""])
    assert.match(
      wrong.err,
      /^The token of --control-token, or of REMOTE_ASSIST_MOCK_CONTROL_TOKEN, is not the one of .*\n$/
    )
  })

  it("prints in one sentence that no emulator runs", async () => {
    const { code, err, out } = await run(["env", "-p1"])
    assert.include((await run(["env", "--port", "1", "--host", "[::1]"])).err, "running at http://[::1]:1 (")
    assert.deepStrictEqual([code, out], [1, ""])
    assert.match(err, /^No emulator is running at http:\/\/127\.0\.0\.1:1 \(nothing answers\)\. .*\n$/)
  })
})

const freePort = () =>
  new Promise<string>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(String(port)))
    })
  })

describe("doctor", () => {
  it("reports no problem when there is none", async () => {
    const free = await freePort()
    const { code, out } = await run(["doctor", "--port", free])
    assert.strictEqual(code, 0, out)
    const lines = out.trim().split("\n")
    assert.lengthOf(lines, 4)
    assert.include(
      lines[3],
      `The settings of clients are not set. Start an emulator, then run eval "$(pnpm --silent mock env --port ${free})".`
    )
    const { port } = new URL(await serve(["--host", "::1", "--port", "0"]).us())
    const elsewhere = await run(["doctor", "--host", "::1", "--port", port])
    assert.include(elsewhere.out, `Run eval "$(pnpm --silent mock env --host ::1 --port ${port})".\n`)
    assert.isTrue(
      lines.every((line) => line.startsWith("ok ")),
      out
    )
  })

  it.each(["foo", "http//127.0.0.1", "localhost:80/us"])("reports %s as an invalid URL", async (url) => {
    const { code, out } = await run(["doctor", "--port", await freePort()], {
      env: { ...process.env, REMOTE_ASSIST_US_URL: url }
    })
    assert.strictEqual(code, 1)
    assert.match(
      out,
      new RegExp(
        `^FAIL  REMOTE_ASSIST_US_URL is "${url}", which is not a URL\\. Set it as in REMOTE_ASSIST_US_URL=http://127\\.0\\.0\\.1:\\d+/us\\.$`,
        "m"
      )
    )
  })

  it("reports a URL without a region, with the right one", async () => {
    const us = await serve(["--port", "0"]).us()
    const { origin } = new URL(us)
    for (const [path, right] of [
      ["", "/us"],
      ["/api", "/us"],
      ["/t/one/", "/t/one/us"]
    ] as const) {
      const settings = { ...process.env, REMOTE_ASSIST_US_URL: `${origin}${path}` }
      const { code, out } = await run(["doctor", "--port", await freePort()], { env: settings })
      assert.strictEqual(code, 1)
      assert.include(
        out,
        `FAIL  REMOTE_ASSIST_US_URL is "${origin}${path}", which has no region. Set REMOTE_ASSIST_US_URL=${origin}${right}.`
      )
    }
  })

  it("logs in with the settings of clients", async () => {
    const us = await serve(["--port", "0"]).us()
    const doctor = async (settings: NodeJS.ProcessEnv) =>
      run(["doctor", "--port", await freePort()], {
        env: {
          ...process.env,
          REMOTE_ASSIST_US_URL: `${us}/api`,
          REMOTE_ASSIST_API_KEY: "demo-api-key",
          REMOTE_ASSIST_EMAIL: "ada",
          REMOTE_ASSIST_PASSWORD: "correct-horse",
          ...settings
        }
      })
    assert.include((await doctor({})).out, `ok    Clients can log in to the emulator at ${us}/api.`)
    const cannot = `FAIL  Clients cannot log in to the emulator at ${us}/api: `
    const [key, password] = [
      await doctor({ REMOTE_ASSIST_API_KEY: "wrong" }),
      await doctor({ REMOTE_ASSIST_PASSWORD: "wrong" })
    ]
    assert.include(key.out, `${cannot}The API key`)
    assert.include(password.out, `${cannot}The e-mail address, user name or password is wrong.`)
    assert.deepStrictEqual([key.code, password.code], [1, 1])
    const withoutEmail = await doctor({ REMOTE_ASSIST_API_KEY: "wrong", REMOTE_ASSIST_EMAIL: "" })
    assert.include(withoutEmail.out, `${cannot}The API key`)
    assert.include((await doctor({ REMOTE_ASSIST_EMAIL: "" })).out, `ok    Clients use the emulator at ${us}/api.`)
    const byToken = (token: string) => doctor({ REMOTE_ASSIST_EMAIL: "", REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: token })
    assert.include((await byToken("pat-demo-ada")).out, `ok    Clients can log in to the emulator at ${us}/api.`)
    for (const wrong of [await byToken("wrong"), await doctor({ REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: "wrong" })])
      assert.include(wrong.out, `${cannot}The personal access token`)
    const header = await doctor({ REMOTE_ASSIST_API_KEY_HEADER: "a b" })
    assert.include(
      header.out,
      "FAIL  Clients cannot send a log-in. Check REMOTE_ASSIST_API_KEY and REMOTE_ASSIST_API_KEY_HEADER."
    )
    const secure = await doctor({ REMOTE_ASSIST_US_URL: us.replace("http:", "https:") })
    assert.match(secure.out, /FAIL {2}Clients use https:\S+, but the emulator uses HTTP\. Run eval/)
    const private_ = await doctor({ REMOTE_ASSIST_US_URL: us.replace("//", "//user:hunter2@") })
    assert.include(private_.out, "FAIL  REMOTE_ASSIST_US_URL has a user name or a password, which clients refuse.")
    assert.notInclude(private_.out, "hunter2")
    const elsewhere = await doctor({ REMOTE_ASSIST_REGION: "uk" })
    assert.include(elsewhere.out, 'FAIL  REMOTE_ASSIST_REGION is "uk". Set it to us or eu.')
  })

  it("names the proxy that clients use, and does not use it itself", async () => {
    const us = await serve(["--port", "0"]).us()
    const env = {
      ...process.env,
      REMOTE_ASSIST_US_URL: us,
      HTTP_PROXY: "http://user:secret@127.0.0.1:9"
    }
    const args = ["doctor", "--port", new URL(us).port]
    onTestFinished(setGlobalProxyFromEnv(env))
    const { out } = await run(args, { env })
    assert.include(out, `ok    An emulator runs at ${new URL(us).origin}.`)
    assert.include(
      out,
      `FAIL  Clients send requests for ${us} to the proxy http://127.0.0.1:9. Set NO_PROXY=127.0.0.1.`
    )
    const excepted = { ...env, no_proxy: "127.0.0.1" }
    onTestFinished(setGlobalProxyFromEnv(excepted))
    assert.strictEqual((await run(args, { env: excepted })).code, 0)
    const other = { ...env, no_proxy: "a.example" }
    onTestFinished(setGlobalProxyFromEnv(other))
    assert.include((await run(args, { env: other })).out, "127.0.0.1:9. Set no_proxy=a.example,127.0.0.1.")
    const live = await run(args, { env: { ...other, REMOTE_ASSIST_US_URL: "http://live.invalid/us" } })
    assert.match(
      live.out,
      /^FAIL {2}REMOTE_ASSIST_US_URL is "http:\/\/live\.invalid\/us", not this emulator: clients /m
    )
    assert.notInclude(live.out, "Set no_proxy")
    const cert = ["--tls-cert-out", "no.pem"]
    const printed = await run(["env", "--port", new URL(us).port, ...cert], { env: { ...env, NO_PROXY: "a.example" } })
    assert.include(printed.out, "export NO_PROXY='a.example,127.0.0.1'")
    assert.include(printed.err, "# no.pem is not written, as the emulator uses HTTP.")
  })

  it("reports a port in use and an address without an emulator", async () => {
    const other = createServer((_, answer) => answer.end("{}"))
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const { code, out } = await run(["doctor", "--port", String(port)], {
      env: { ...process.env, REMOTE_ASSIST_US_URL: `http://127.0.0.1:${port}` }
    })
    assert.strictEqual(code, 1)
    assert.include(out, `FAIL  Cannot listen on 127.0.0.1:${port}: the port is taken.`)
    assert.include(out, "where something else answers. Start an emulator there.")
  })
})
