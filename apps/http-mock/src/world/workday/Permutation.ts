import { prng } from "../prng.ts"

/** An order of the numbers below a size, followed both ways in a time that the size does not change. */
export interface Permutation {
  readonly to: (number: number) => number
  readonly from: (number: number) => number
}

const rounds = 4

/** An order that shows no pattern: a Feistel network, walked until it comes to a number below the size. */
export const shuffled = (size: number, seed: number, salt: number): Permutation => {
  const bits = Math.max(1, Math.ceil(Math.log2(size) / 2))
  const mask = 2 ** bits - 1
  // what leads back has its rounds in reverse, and its halves changed over
  const walk = (first: number, step: number) => (number: number) => {
    let at = number
    do {
      const isBack = step < 0
      let left = isBack ? at & mask : at >>> bits
      let right = isBack ? at >>> bits : at & mask
      for (let round = 0; round < rounds; round++) {
        const kept = right
        right = left ^ (prng(seed, right, salt + first + step * round) & mask)
        left = kept
      }
      at = isBack ? (right << bits) | left : (left << bits) | right
    } while (at >= size)
    return at
  }
  return { to: walk(0, 1), from: walk(rounds - 1, -1) }
}

const divides = (one: number, other: number): number => (other === 0 ? one : divides(other, one % other))

/** The number that `factor` is multiplied with for a remainder of 1. */
const inverse = (factor: number, size: number) => {
  let [rest, next, times, nextTimes] = [size, factor % size, 0, 1]
  while (next > 0) {
    const whole = Math.floor(rest / next)
    ;[rest, next] = [next, rest - whole * next]
    ;[times, nextTimes] = [nextTimes, times - whole * nextTimes]
  }
  return (times + size) % size
}

/** An order that has neighbours far from each other, and 0 first. */
export const spread = (size: number): Permutation => {
  let factor = Math.max(1, Math.floor(size * 0.618))
  while (divides(size, factor) !== 1) factor++
  const back = inverse(factor, size)
  return { to: (number) => (number * factor) % size, from: (number) => (number * back) % size }
}

/** Another order, in which `number` comes to `place`, and what was there to where that was. */
export const putting = (number: number, place: number, order: Permutation): Permutation => {
  const left = order.to(number)
  const swap = (at: number) => (at === left ? place : at === place ? left : at)
  return { to: (one) => swap(order.to(one)), from: (at) => order.from(swap(at)) }
}
