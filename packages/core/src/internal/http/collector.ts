// of a body in many pieces small ones are copied together: each that is kept weighs some hundred bytes more
const blockSize = 65_536
const many = 64

/** Collects the bytes of a body, as long as there are not more than the limit. */
export const collector = (limit: number) => {
  const parts: Array<Uint8Array> = []
  let block = new Uint8Array(0)
  let used = 0
  let size = 0

  const flush = () => {
    if (used > 0) parts.push(block.subarray(0, used))
    block = block.subarray(used)
    used = 0
  }

  const copy = (part: Uint8Array) => {
    if (used + part.byteLength > block.byteLength) {
      flush()
      block = new Uint8Array(blockSize)
    }
    block.set(part, used)
    used += part.byteLength
  }

  return {
    /** Whether the part was within the limit; nothing is kept any more if it was not. */
    add: (part: Uint8Array): boolean => {
      size += part.byteLength
      if (size > limit) {
        parts.length = 0
        return false
      }
      if (part.byteLength < blockSize / 4 && parts.length >= many) copy(part)
      else {
        flush()
        parts.push(part)
      }
      return true
    },
    /** All of it. */
    bytes: (): Uint8Array => {
      flush()
      const [first, ...rest] = parts
      if (first === undefined || rest.length === 0) return first ?? new Uint8Array(0)
      const whole = new Uint8Array(size)
      let at = 0
      for (const part of parts) {
        whole.set(part, at)
        at += part.byteLength
      }
      return whole
    }
  }
}
