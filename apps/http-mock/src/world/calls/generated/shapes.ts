/** How generated calls are: of the administrator with all others in turn, or as on working days of all users. */
export const shapes = ["turns", "workday"] as const
export type Shape = (typeof shapes)[number]

/** The shape that calls have unless another is asked for. */
export const defaultShape: Shape = "turns"

export const isShape = (name: unknown): name is Shape => shapes.some((shape) => shape === name)
