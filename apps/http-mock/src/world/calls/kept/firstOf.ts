/** The first number below `end` that is far enough, by halves; `end` where none is. */
export const firstOf = (end: number, isFarEnough: (index: number) => boolean): number => {
  let [from, to] = [0, end]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (isFarEnough(middle)) to = middle
    else from = middle + 1
  }
  return from
}
