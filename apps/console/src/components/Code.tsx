import { useEffect, useState } from "react"

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

type Copied = "copied" | "failed" | undefined

/** Copies a text, and confirms it on the button. */
export const Copy = ({ label, text }: CopyProps) => {
  const [state, setState] = useState<Copied>()
  useEffect(() => {
    if (state === undefined) return
    const timer = setTimeout(() => setState(undefined), 2500)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await text())
      setState("copied")
    } catch {
      setState("failed")
    }
  }
  return (
    <button type="button" onClick={() => void copy()}>
      {label}
      <span role="status">{state === "copied" ? " ✓ copied" : state === "failed" ? " – copying failed" : ""}</span>
    </button>
  )
}

interface DownloadProps extends CopyProps {
  /** The name of the file. */
  readonly name: string
}

/** Saves a text as a file. */
export const Download = ({ label, name, text }: DownloadProps) => {
  const save = async () => {
    const href = URL.createObjectURL(new Blob([await text()]))
    Object.assign(document.createElement("a"), { href, download: name }).click()
    URL.revokeObjectURL(href)
  }
  return (
    <button type="button" onClick={() => void save()}>
      {label}
    </button>
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
