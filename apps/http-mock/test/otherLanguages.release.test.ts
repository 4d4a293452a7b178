import { execFile } from "node:child_process"
import { chmod, cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

import { assert, describe, it, onTestFinished } from "vitest"

const path = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url))

const examples = path("examples/other-languages")

const emulator = `${process.execPath} ${path("apps/http-mock/src/main.ts")}`

const run = (
  command: string,
  args: ReadonlyArray<string>,
  { cwd, env }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {}
) =>
  new Promise<{ readonly isWell: boolean; readonly text: string }>((resolve) => {
    execFile(command, [...args], { cwd, env: { ...process.env, ...env } }, (error, out, err) =>
      resolve({ isWell: error === null, text: `${out}${err}` })
    )
  })

const has = async (command: string, ...args: ReadonlyArray<string>) => (await run(command, args)).isWell

const [hasPython, hasJava, hasGo] = await Promise.all([
  has("python3", "-m", "pytest", "--version"),
  has("javac", "-version"),
  has("go", "version")
])

/** A copy of the files of a language, until the test finishes. */
const copied = async (language: string) => {
  const folder = await mkdtemp(join(tmpdir(), `remote-assist-${language}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(join(examples, language), folder, { recursive: true })
  return folder
}

const noBytecode = { PYTHONDONTWRITEBYTECODE: "1" }

const pytest = async (cwd: string, env: Readonly<Record<string, string>>) =>
  run("python3", ["-m", "pytest", "-q", "-p", "no:cacheprovider"], { cwd, env: { ...noBytecode, ...env } })

// what docker does of it: arguments before the image are its own, those after it are of the command
const docker = `#!/bin/sh
while [ "$1" != image ]; do shift; done
shift
exec ${emulator} --host 0.0.0.0 "$@"
`

const proxy = "http://127.0.0.1:9"

const environments: ReadonlyArray<readonly [string, Readonly<Record<string, string>>]> = [
  ["alone", { REMOTE_ASSIST_MOCK: emulator }],
  [
    "beside a proxy",
    {
      REMOTE_ASSIST_MOCK: `${emulator} --host localhost`,
      HTTP_PROXY: proxy,
      http_proxy: proxy,
      NO_PROXY: "a.example",
      JAVA_TOOL_OPTIONS: "-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=9"
    }
  ],
  ["on a public host", { REMOTE_ASSIST_MOCK: `${emulator} --host 0.0.0.0 --control-token=tok` }],
  [
    "on a public host, with a variable",
    { REMOTE_ASSIST_MOCK: `${emulator} --host 0.0.0.0`, REMOTE_ASSIST_MOCK_CONTROL_TOKEN: "tok" }
  ]
]

describe("the files for other languages", { timeout: 120_000 }, () => {
  it("are all linked by the documentation, whose samples are parts of them", async () => {
    const guides = ["python", "java", "go"].map((language) => readFile(path(`docs/how-to/${language}.md`), "utf8"))
    const page = (await Promise.all(guides)).join("\n")
    const files = await readdir(examples, { recursive: true })
    const sources = files.filter((file) => /\.(?:go|java|py)$/.test(file))
    assert.lengthOf(sources, 7)
    const links = Array.from(
      page.matchAll(/\]\(\.\.\/\.\.\/examples\/other-languages\/([^)]+)\)/g),
      ([, file = ""]) => file
    )
    assert.sameMembers(links, sources)
    const samples = Array.from(page.matchAll(/```(python|java|go)\n([\s\S]*?)```/g))
    assert.lengthOf(samples, 3)
    for (const [, language = "", sample = ""] of samples) {
      const own = sources.filter((file) => dirname(file) === language)
      const texts = await Promise.all(own.map((file) => readFile(join(examples, file), "utf8")))
      assert.isTrue(
        texts.some((text) => text.includes(sample)),
        `the sample in ${language} is in none of its files`
      )
    }
  })

  it("have the methods that the documentation lists", async () => {
    const page = await readFile(path("docs/emulator/other-languages.md"), "utf8")
    const [python, java, go] = await Promise.all(
      ["python/remote_assist_mock.py", "java/RemoteAssistMock.java", "go/emulator.go"].map((file) =>
        readFile(join(examples, file), "utf8")
      )
    )
    const rows = Array.from(page.matchAll(/^\| [a-z -]+ \| `(\w+)\(.*` \| `(\w+)\(.*` \| `(\w+)\(.*` \|$/gm))
    assert.lengthOf(rows, 6)
    for (const [, inPython, inJava, inGo] of rows) {
      assert.include(python, `    def ${inPython}(self`)
      assert.match(java ?? "", new RegExp(`^    public \\w+ ${inJava}\\(`, "m"))
      assert.include(go, `func (tenant *Tenant) ${inGo}(`)
    }
  })

  it.skipIf(!hasPython).each(environments)("serve a suite in Python, %s", async (_, env) => {
    const { isWell, text } = await pytest(await copied("python"), env)
    assert.isTrue(isWell, text)
    assert.match(text, /3 passed/)
  })

  it.skipIf(!hasPython)("print the requests of a failed test in Python", async () => {
    const folder = await copied("python")
    const test = join(folder, "test_log_in.py")
    await writeFile(test, (await readFile(test, "utf8")).replaceAll("code == 503", "code == 500"))
    const { isWell, text } = await pytest(folder, { REMOTE_ASSIST_MOCK: emulator })
    assert.isFalse(isWell)
    assert.match(text, /emulator: 503 POST \/api\/v1r1\/auth/)
  })

  it.skipIf(!hasPython)("name the command that did not start the emulator", async () => {
    const { isWell, text } = await pytest(await copied("python"), { REMOTE_ASSIST_MOCK: `${emulator} --prot 1` })
    assert.isFalse(isWell)
    assert.match(text, /did not start the emulator; see standard error/)
    assert.match(text, /--prot/)
  })

  it.skipIf(!hasPython)("say in Python why the emulator refuses", async () => {
    const folder = await copied("python")
    const asking = "def test_refused(tenant):\n    tenant.advance('soon')\n"
    await writeFile(join(folder, "test_log_in.py"), asking)
    const { isWell, text } = await pytest(folder, { REMOTE_ASSIST_MOCK: emulator })
    assert.isFalse(isWell)
    assert.match(text, /RuntimeError: POST \/clock: 400 .*advance/)
  })

  it.skipIf(!hasPython)("run an image, by its port and with a token", async () => {
    const folder = await copied("python")
    await writeFile(join(folder, "docker"), docker)
    await chmod(join(folder, "docker"), 0o755)
    const PATH = `${folder}${delimiter}${process.env["PATH"]}`
    const { isWell, text } = await pytest(folder, { PATH, REMOTE_ASSIST_MOCK_IMAGE: "image" })
    assert.isTrue(isWell, text)
    assert.match(text, /3 passed/)
  })

  it.skipIf(!hasJava).each(environments)("serve a suite in Java, %s", async (_, env) => {
    const folder = await copied("java")
    const compiled = await run("javac", ["-d", ".", "RemoteAssistMock.java", "LogInTest.java"], { cwd: folder })
    assert.isTrue(compiled.isWell, compiled.text)
    const { isWell, text } = await run("java", ["-cp", folder, "LogInTest"], { env })
    assert.isTrue(isWell, text)
    assert.match(text, /3 passed/)
  })

  it.skipIf(!hasGo).each(environments)("serve a suite in Go, %s", async (_, variables) => {
    const env = { ...variables, GOFLAGS: "-count=1", GOPROXY: "off" }
    const { isWell, text } = await run("go", ["test", "-v", "./..."], { cwd: await copied("go"), env })
    assert.isTrue(isWell, text)
    assert.lengthOf([...text.matchAll(/^--- PASS/gm)], 3)
  })

  const tls = { REMOTE_ASSIST_MOCK: `${emulator} --tls` }

  it.skipIf(!hasPython)("trust the certificate of --tls in Python", async () => {
    const folder = await copied("python")
    const test = `import urllib.request


def test_trusts(tenant, emulator):
    assert tenant.us.startswith("https:")
    assert tenant.journal() == []
    assert urllib.request.urlopen(f"{tenant.url}/__mock/health", context=emulator.ssl_context).status == 200
`
    await writeFile(join(folder, "test_log_in.py"), test)
    const { isWell, text } = await pytest(folder, tls)
    assert.isTrue(isWell, text)
  })

  it.skipIf(!hasJava)("trust the certificate of --tls in Java, also by the recipe of the page", async () => {
    const folder = await copied("java")
    const program = `import java.net.URI;
import java.net.http.*;

final class Tls {
  public static void main(String[] arguments) throws Exception {
    try (var emulator = new RemoteAssistMock("--tls-cert-out", "emulator.pem")) {
      var keytool = new ProcessBuilder(arguments).inheritIO().start();
      if (keytool.waitFor() != 0) throw new AssertionError("keytool failed");
      var client = HttpClient.newBuilder().sslContext(emulator.sslContext).build();
      var health = HttpRequest.newBuilder(URI.create(emulator.url + "/__mock/health")).build();
      System.out.println(client.send(health, HttpResponse.BodyHandlers.ofString()).body());
      System.setProperty("javax.net.ssl.trustStore", System.getenv("TRUST_STORE"));
      System.setProperty("javax.net.ssl.trustStorePassword", System.getenv("TRUST_STORE_PASSWORD"));
      System.out.println(HttpClient.newHttpClient().send(health, HttpResponse.BodyHandlers.ofString()).body());
    }
  }
}
`
    await writeFile(join(folder, "Tls.java"), program)
    const page = await readFile(path("docs/emulator/tls.md"), "utf8")
    const [, keytool = ""] = /`(keytool [^`]+)`/.exec(page) ?? []
    const property = (name: string) => new RegExp(`-Djavax\\.net\\.ssl\\.${name}=([^\\s\`]+)`).exec(page)?.[1] ?? ""
    const env = { ...tls, TRUST_STORE: property("trustStore"), TRUST_STORE_PASSWORD: property("trustStorePassword") }
    const compiled = await run("javac", ["-d", ".", "RemoteAssistMock.java", "Tls.java"], { cwd: folder })
    assert.isTrue(compiled.isWell, compiled.text)
    const { isWell, text } = await run("java", ["-cp", folder, "Tls", ...keytool.split(" ")], { cwd: folder, env })
    assert.isTrue(isWell, text)
    assert.lengthOf([...text.matchAll(/\{"status":"ok","pid":\d+\}/g)], 2)
  })

  it.skipIf(!hasGo)("trust the certificate of --tls in Go", async () => {
    const folder = await copied("go")
    const test = `package remoteassistmock

import "testing"

func TestTrusts(t *testing.T) {
	tenant := newTenant(t)
	if entries, err := tenant.Journal(); err != nil || len(entries) != 0 || tenant.URL[:6] != "https:" {
		t.Errorf("%v %v", entries, err)
	}
}
`
    await writeFile(join(folder, "tls_test.go"), test)
    const env = { ...tls, GOFLAGS: "-count=1", GOPROXY: "off" }
    const { isWell, text } = await run("go", ["test", "-run", "TestTrusts", "./..."], { cwd: folder, env })
    assert.isTrue(isWell, text)
  })
})
