import { inflateRawSync } from "node:zlib"

/** An HTML report as it is once its script has unpacked all that is packed in it. */
export const unpacked = (page: string): string =>
  page.replaceAll(/<template>([^<]*)<\/template>/g, (_all, packed: string) =>
    inflateRawSync(Buffer.from(packed, "base64")).toString()
  )
