const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000]
] as const

const spell = (milliseconds: number): string => {
  const [unit, size] = units.find(([, size]) => milliseconds >= size) ?? units[3]
  const count = Math.floor(milliseconds / size)
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

/** When a token expires, as seen from now. */
export const text = (expiresAt: number | undefined, now: number, isRenewable: boolean): string => {
  if (expiresAt === undefined) return "not known"
  const then = isRenewable ? "; it is renewed by itself" : ""
  return expiresAt > now ? `in ${spell(expiresAt - now)}${then}` : `${spell(now - expiresAt)} ago${then}`
}
