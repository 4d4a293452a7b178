// of a body in many pieces all are copied together: each that is kept weighs more than its bytes
const many = 64
const blockSize = 2 ** 20

// a body that is too large weighs nothing from here on, and not only when garbage is next collected; Node 20 cannot
const free = ({ buffer }: Uint8Array<ArrayBuffer>) => {
  if ("transfer" in buffer) buffer.transfer(0)
}

/** Collects the bytes of a body, as long as there are not more than the limit. */
export const collector = (limit: number) => {
  const parts: Array<Uint8Array> = []
  const blocks: Array<Uint8Array<ArrayBuffer>> = []
  let size = 0
  // of the last block
  let used = blockSize

  const copy = (part: Uint8Array) => {
    let left = part
    while (left.byteLength > 0) {
      if (used === blockSize) {
        blocks.push(new Uint8Array(blockSize))
        used = 0
      }
      const fits = left.subarray(0, blockSize - used)
      blocks.at(-1)?.set(fits, used)
      used += fits.byteLength
      left = left.subarray(fits.byteLength)
    }
  }

  return {
    /** Whether the part was within the limit; nothing is kept any more if it was not. */
    add: (part: Uint8Array): boolean => {
      size += part.byteLength
      if (size > limit) {
        parts.length = 0
        for (const block of blocks.splice(0)) free(block)
        return false
      }
      if (parts.length < many) parts.push(part)
      else copy(part)
      return true
    },
    /** All of it. */
    bytes: (): Uint8Array => {
      const [first, ...rest] = parts
      if (first === undefined || rest.length === 0) return first ?? new Uint8Array(0)
      const whole = new Uint8Array(size)
      let at = 0
      for (const part of [...parts, ...blocks]) {
        whole.set(part.subarray(0, size - at), at)
        at += part.byteLength
      }
      return whole
    }
  }
}
