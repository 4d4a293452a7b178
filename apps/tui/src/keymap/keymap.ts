import type { Binding } from "./Binding.ts"
import { chart } from "./bindings.ts"
import { details } from "./bindings.ts"
import { entry } from "./bindings.ts"
import { filtered, global } from "./bindings.ts"
import { importing } from "./bindings.ts"
import { list } from "./bindings.ts"
import { menu } from "./bindings.ts"
import { question } from "./bindings.ts"
import { reader } from "./bindings.ts"
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
