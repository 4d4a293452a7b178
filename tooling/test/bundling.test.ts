import * as crypto from "node:crypto"
import * as fs from "node:fs"

import { rolldown } from "rolldown"
import { assert, describe, it } from "vitest"

import { inAscii, lazyPartsWhenRead, segmentersWhenUsed, whenCalled } from "../bundling.ts"

/** Bundles a module and imports the result. */
const bundled = async (code: string) => {
  const bundle = await rolldown({
    input: "entry",
    platform: "node",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "entry" ? id : undefined),
        load: (id) => (id === "entry" ? code : undefined)
      },
      whenCalled("node:zlib"),
      lazyPartsWhenRead("node:fs", "node:crypto"),
      segmentersWhenUsed
    ]
  })
  const { output } = await bundle.generate({ format: "esm", minify: true })
  await bundle.close()
  const text = inAscii(output[0].code)
  return { text, exports: await import(`data:text/javascript,${encodeURIComponent(text)}`) }
}

describe("a bundle", () => {
  it("has the same texts in ASCII", async () => {
    const { exports, text } = await bundled('export const texts = ["ä → 😀", /[😀é]/u.test("😀"), `${1}·`]')
    assert.deepStrictEqual(exports.texts, ["ä → 😀", true, "1·"])
    assert.match(text, /^[\0-\x7f]*$/)
  })

  it("loads a Node module when one of its functions is called", async () => {
    const { exports, text } = await bundled(
      'import * as zlib from "node:zlib"; export const twice = (text) => String(zlib.gunzipSync(zlib.gzipSync(text))); export const level = zlib.constants.Z_BEST_SPEED'
    )
    assert.notMatch(text, /from ?["'`]node:zlib/)
    assert.deepStrictEqual([exports.twice("packed"), exports.level], ["packed", 1])
  })

  it("loads lazy exports of a Node module when they are read", async () => {
    const { exports, text } = await bundled(
      `import * as crypto from "node:crypto"; import * as fs from "node:fs"; import whole, { createHash } from "node:crypto"
      export const hash = createHash("sha256").update("a").digest("hex")
      export const same = whole.createHash === createHash
      export const random = crypto.getRandomValues(new Uint8Array(4)).length
      export const digest = () => crypto.webcrypto.subtle.digest("SHA-256", new Uint8Array(1))
      export const isFile = async (path) => (await fs.promises.stat(path)).isFile()
      export const real = fs.realpath.native, readable = fs.constants.R_OK`
    )
    assert.notMatch(text, /from ?["'`]node:(?:fs|crypto)/)
    assert.strictEqual(exports.hash, crypto.createHash("sha256").update("a").digest("hex"))
    assert.isTrue(exports.same)
    assert.strictEqual(exports.random, 4)
    assert.strictEqual((await exports.digest()).byteLength, 32)
    assert.isTrue(await exports.isFile(import.meta.filename))
    assert.strictEqual(exports.real, fs.realpath.native)
    assert.strictEqual(exports.readable, fs.constants.R_OK)
  })

  it("creates a segmenter once, when a text is segmented", async () => {
    const { exports, text } = await bundled(
      'const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" }); export const lengthOf = (text) => [...segmenter.segment(text)].length'
    )
    assert.include(text, "??=")
    assert.deepStrictEqual([exports.lengthOf("e\u0301a"), exports.lengthOf("ab")], [2, 2])
  })
})
