/** A source file, and the lint rule that it breaks, if any. */
export interface Case {
  readonly path: string
  readonly what: string
  readonly source: string
  readonly breaks?: string
}

let files = 0

export const at = (path: string, source: string, breaks?: string): Case => ({
  path,
  what: `${breaks === undefined ? "passes" : "fails"} ${source.trim().replaceAll(/\s+/g, " ")}`,
  source,
  ...(breaks === undefined ? {} : { breaks })
})

export const inFolder =
  (folder: string, extension = "ts") =>
  (source: string, breaks?: string) =>
    at(`${folder}/case${++files}.${extension}`, source, breaks)

export const use = (module: string) => `export * as x from "${module}"\n`

export const boundary = "project(imports)"
