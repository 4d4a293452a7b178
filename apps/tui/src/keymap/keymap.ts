import type { Binding } from "./Binding.ts"
import { chart } from "./bindings/chart.ts"
import { details } from "./bindings/details.ts"
import { entry } from "./bindings/entry.ts"
import { filtered, global } from "./bindings/global.ts"
import { importing } from "./bindings/importing.ts"
import { list } from "./bindings/list.ts"
import { menu } from "./bindings/menu.ts"
import { question } from "./bindings/question.ts"
import { reader } from "./bindings/reader.ts"
import * as OfResources from "./ofResources.ts"

const here = [...entry, ...list, ...details, ...chart, ...filtered] as const

const everywhere = [...global, ...menu, ...importing, ...question, ...reader] as const

/** The commands that are of no resource. */
export type CommandName = (typeof here | typeof everywhere)[number]["command"]

/** Every key of the program unless one has others: what is dispatched, hinted at and explained comes from here. */
export const keymap: ReadonlyArray<Binding> = [
  ...OfResources.ofToggles,
  ...OfResources.ofActions,
  ...OfResources.ofForms,
  ...OfResources.ofLinks,
  ...OfResources.ofLists,
  ...OfResources.ofTabs,
  ...OfResources.ofCopies,
  ...OfResources.ofOffers,
  ...here,
  ...OfResources.ofScreens,
  ...everywhere,
  ...OfResources.ofBoxes
]
