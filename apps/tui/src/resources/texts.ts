/** A date of the service up to the minute; it comes in UTC with microseconds. */
export const moment = (date: string | null | undefined): string => (date ?? "").slice(0, 16).replace("T", " ")

/** The same with its time zone. */
export const moments = (date: string | null | undefined): string => (moment(date) === "" ? "" : `${moment(date)} UTC`)

export const yesNo = (flag: boolean | null | undefined): string => (flag == null ? "" : flag ? "yes" : "no")

export const count = (number: number | null | undefined): string => (typeof number === "number" ? String(number) : "")

/** What is wrong with an e-mail address, if anything; whether there is such a one the service knows. */
export const emailMistake = (text: string): string | undefined => {
  if (!text.includes("@")) return "has no @"
  return /^[^\s@]+@[^\s@]+$/.test(text.trim()) ? undefined : "is no e-mail address: name@domain is one"
}

/** Whether a text is a number such as the service gives to what it has. */
export const isNumeric = (text: string): boolean => /^\d{1,15}$/.test(text)
