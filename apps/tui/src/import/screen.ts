/** What the screen needs of an import, which is loaded when one is begun. */
export * as Columns from "./Columns.ts"
export * as Draft from "./Draft.ts"
export * as Edited from "./edited.ts"
export * as JournalFile from "./journalFile.ts"
export * as Run from "./run.ts"
export * as Survey from "./Survey.ts"
export * as Told from "./told.ts"
export * as Undo from "./undo.ts"
