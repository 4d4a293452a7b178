import * as Effect from "effect/Effect"

import * as FieldColumn from "../FieldColumn.ts"
import type { Resource } from "../Resource.ts"
import { wholePage, wholePageSize } from "../wholePage.ts"
import { account, accountV1 } from "./accounts.ts"
import { confirm, confirmEmail, resend } from "./confirmations.ts"
import { enterprise } from "./enterprise.ts"
import { dataOf, steps } from "./Step.ts"
import type { Step } from "./Step.ts"

const name = ({ name }: Step) => name

const about = ({ about }: Step) => about

const answer = ({ answer }: Step) => answer && dataOf(answer)

const answerText = (step: Step) => (answer(step) === undefined ? "" : JSON.stringify(answer(step)))

/** What registers and confirms accounts and enterprises. */
export const register: Resource<Step> = {
  name: "register",
  title: "Register",
  one: "step",
  many: "ways to register",
  letter: "r",
  about: "accounts and enterprises, and confirm what was registered; nobody has to be logged in.",
  isLocal: true,
  isPublic: true,
  isMenu: true,
  keeps: ["email"],
  pageSize: wholePageSize,
  idOf: ({ id }) => id,
  nameOf: name,
  read: (_, page) => Effect.succeed(wholePage(steps, page)),
  enter: ({ id }) => `register.${id}`,
  columns: [
    FieldColumn.make({ name: "name", title: "WHAT", value: name, width: 28, grow: 1, rank: 0 }),
    FieldColumn.make({ name: "about", title: "HOW", value: about, tone: () => "quiet", width: 20, grow: 2, rank: 1 })
  ],
  facts: [["How", about]],
  actions: [],
  forms: [account, accountV1, confirm, resend, confirmEmail, enterprise],
  fields: [
    { name: "name", value: name, text: name },
    { name: "about", value: about, text: about },
    { name: "answer", value: answer, text: answerText }
  ],
  summary: ["name"],
  namedBy: "name"
}
