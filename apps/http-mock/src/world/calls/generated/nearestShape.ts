import { meant } from "../../similarity.ts"
import { shapes } from "./shapes.ts"

/** What to use in place of a name that no shape has. */
export const nearestShape = (name: string): string => meant(name, shapes) ?? shapes.join(" or ")
