/** A date of the service up to the minute; it comes in UTC with microseconds. */
export const moment = (date: string | null | undefined): string => (date ?? "").slice(0, 16).replace("T", " ")

/** The same with its time zone. */
export const moments = (date: string | null | undefined): string => (moment(date) === "" ? "" : `${moment(date)} UTC`)

export const yesNo = (flag: boolean | null | undefined): string => (flag == null ? "" : flag ? "yes" : "no")

export const count = (number: number | null | undefined): string => (typeof number === "number" ? String(number) : "")
