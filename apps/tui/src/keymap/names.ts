/** The command that goes to the screen of a resource. */
export const screenCommand = (resource: string): string => `screen.${resource}`

/** The command that goes back from a list that is on the screen of another resource. */
export const backCommand = (resource: string): string => `screen.${resource}.back`

/** Where the keys of the tabs of a resource apply. */
export const tabContext = (resource: string): string => `${resource} details`

/** The command that goes to a tab of a resource. */
export const tabCommand = (resource: string, title: string): string => `${resource}.${title.toLowerCase()}`

/** Context of the key that goes to a box from the others. */
export const boxContext = (resource: string): string => `box ${resource}`
