import { useMutation } from "@tanstack/react-query"
import { useEffect, useState } from "react"

import { Failure } from "./States.tsx"

/** Formats JSON with indents; other text stays. */
export const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

/** A text in a fixed-width font that scrolls. */
export const Code = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <pre tabIndex={0} aria-label={label}>
    {text}
  </pre>
)

interface CopyProps {
  readonly label: string
  readonly text: () => Promise<string>
}

type Copied = "copied" | { readonly text: string } | undefined

/** Copies a text, and confirms it on the button. Without a clipboard, as on a page without HTTPS, it shows the text. */
export const Copy = ({ label, text }: CopyProps) => {
  const [state, setState] = useState<Copied>()
  useEffect(() => {
    if (state !== "copied") return
    const timer = setTimeout(() => setState(undefined), 2500)
    return () => clearTimeout(timer)
  }, [state])
  const copy = useMutation({
    mutationFn: async () => {
      const copied = await text()
      // undefined on a page without HTTPS
      const { clipboard }: { readonly clipboard?: Clipboard } = navigator
      const isCopied = await clipboard?.writeText(copied).then(
        () => true,
        () => false
      )
      setState(isCopied ? "copied" : { text: copied })
    }
  })
  return (
    <>
      <button type="button" onClick={() => copy.mutate()}>
        {label}
        <span role="status">{state === "copied" ? " ✓ copied" : ""}</span>
      </button>
      {typeof state === "object" && <Code label={label} text={state.text} />}
      {copy.isError && <Failure error={copy.error} />}
    </>
  )
}

interface DownloadProps extends CopyProps {
  /** The name of the file. */
  readonly name: string
}

/** Saves a text as a file. */
export const Download = ({ label, name, text }: DownloadProps) => {
  const save = useMutation({
    mutationFn: async () => {
      const href = URL.createObjectURL(new Blob([await text()]))
      Object.assign(document.createElement("a"), { href, download: name }).click()
      URL.revokeObjectURL(href)
    }
  })
  return (
    <>
      <button type="button" onClick={() => save.mutate()}>
        {label}
      </button>
      {save.isError && <Failure error={save.error} />}
    </>
  )
}

export interface Edit {
  readonly op: string
  readonly path: string
  readonly value?: unknown
}

const signs: Readonly<Record<string, string>> = { add: "+", remove: "−", replace: "~" }

/** The changes of a state, as a list of edits. */
export const Patch = ({ edits, label }: { readonly label: string; readonly edits: ReadonlyArray<Edit> }) => (
  <ol className="patch" aria-label={label}>
    {edits.map(({ op, path, value }, index) => (
      <li key={index} className={op}>
        <span className="sign" role="img" aria-label={op}>
          {signs[op] ?? op}
        </span>
        <span>
          <code>{path === "" ? "/" : path}</code>{" "}
          {value !== undefined && (
            <code className="value">{JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, " ")}</code>
          )}
        </span>
      </li>
    ))}
  </ol>
)
