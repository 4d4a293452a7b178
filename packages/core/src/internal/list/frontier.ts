/**
 * Tells up to where a list was read: all that is before that was on a page when it was read. In pages and fractions of
 * them, as is how far the list has grown since the page before, which is below 0 where entries moved up.
 */
export const frontier = (from: number): ((page: number, grown: number) => number) => {
  const begin = from - 1
  let done = begin
  // read ahead of that, behind a gap
  let ahead = { begin: 0, end: 0 }
  let gapBefore = 0
  // of totals that go up and down for ever, the gap would not close
  let isGapKnown = false
  return (page, grown) => {
    const lost = Math.max(0, -grown)
    const moved = isGapKnown ? 0 : Math.max(0, grown)
    done = Math.max(begin, done - lost)
    ahead = { begin: ahead.begin + moved, end: ahead.end - lost }
    if (page - 1 > done) {
      isGapKnown = gapBefore === page
      gapBefore = page
      ahead = { begin: page - 1, end: ahead.begin <= page ? Math.max(page, ahead.end) : page }
    } else {
      done = Math.max(done, page)
      if (ahead.begin <= done) done = Math.max(done, ahead.end)
    }
    return done
  }
}
