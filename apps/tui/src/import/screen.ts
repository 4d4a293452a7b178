/** What the screen loads when an import begins. */
export * as Columns from "./UserFile.ts"
export * as Plan from "./Plan.ts"
export * as Results from "./Results.ts"
export * as Run from "./Run.ts"
export * as UserFile from "./UserFile.ts"
