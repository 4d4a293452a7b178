import type { ReactNode } from "react"

interface SplitProps {
  readonly list: ReactNode
  /** The details of the selected row, if there is one. */
  readonly details: ReactNode
}

/** A list, and beside it or below it the details of its selected row. */
export const Split = ({ details, list }: SplitProps) => (
  <div className={details ? "split open" : "split"}>
    {list}
    {details}
  </div>
)

interface DetailsProps {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The details of a row; Escape closes them and moves back to the list. */
export const Details = ({ children, label, onClose }: DetailsProps) => {
  const close = () => {
    onClose()
    document.querySelector<HTMLElement>(".table")?.focus()
  }
  return (
    <aside aria-label={label} tabIndex={-1} onKeyDown={({ key }) => key === "Escape" && close()}>
      <button type="button" className="close" aria-label="Close the details" onClick={close}>
        ×
      </button>
      {children}
    </aside>
  )
}
