import { deflateRawSync } from "node:zlib"

import { html } from "./markup.ts"
import type { Markup } from "./markup.ts"

/** The format of `DecompressionStream` that {@link packed} is in. */
export const format = "deflate-raw"

/** Markup that is compressed until the script of the page puts it in its place, once that is looked at. */
export const packed = (id: string, markup: Markup): Markup =>
  markup.text === ""
    ? markup
    : html`<div class="packed" id="${id}">
        <template>${deflateRawSync(markup.text, { level: 9 }).toString("base64")}</template>
      </div>`
