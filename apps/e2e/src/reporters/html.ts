import { page } from "./html/page.ts"
import type { MakeReporter } from "./Reporter.ts"

/** The whole run as one page for a browser, once it has ended. */
export const html: MakeReporter =
  ({ write }) =>
  (event) => {
    if (event._tag === "RunEnded") write(page(event))
  }
