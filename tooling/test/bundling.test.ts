import { rolldown } from "rolldown"
import { assert, describe, it } from "vitest"

import { inAscii, segmentersWhenUsed, whenCalled } from "../bundling.ts"

/** What a module exports after it was bundled. */
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
      segmentersWhenUsed
    ]
  })
  const { output } = await bundle.generate({ format: "esm", minify: true })
  await bundle.close()
  const text = inAscii(output[0].code)
  return { text, exports: await import(`data:text/javascript,${encodeURIComponent(text)}`) }
}

describe("a bundle", () => {
  it("says the same in ASCII", async () => {
    const { exports, text } = await bundled('export const said = ["ä → 😀", /[😀é]/u.test("😀"), `${1}·`]')
    assert.deepStrictEqual(exports.said, ["ä → 😀", true, "1·"])
    assert.match(text, /^[\0-\x7f]*$/)
  })

  it("loads a module of node when a function of it is called", async () => {
    const { exports, text } = await bundled(
      'import * as zlib from "node:zlib"; export const twice = (text) => String(zlib.gunzipSync(zlib.gzipSync(text))); export const level = zlib.constants.Z_BEST_SPEED'
    )
    assert.notMatch(text, /from ?["'`]node:zlib/)
    assert.deepStrictEqual([exports.twice("packed"), exports.level], ["packed", 1])
  })

  it("makes a segmenter when a text is segmented, once", async () => {
    const { exports, text } = await bundled(
      'const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" }); export const lengthOf = (text) => [...segmenter.segment(text)].length'
    )
    assert.include(text, "??=")
    assert.deepStrictEqual([exports.lengthOf("e\u0301a"), exports.lengthOf("ab")], [2, 2])
  })
})
