/** What the program ends with. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  drift: 4,
  threshold: 5,
  leaked: 6,
  unwritten: 7,
  interrupted: 130
} as const
