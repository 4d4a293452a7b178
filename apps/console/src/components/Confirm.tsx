import { AlertDialog } from "@base-ui/react/alert-dialog"

interface ConfirmProps {
  /** The label of the button that opens the question. */
  readonly label: string
  readonly question: string
  /** The label of the button that acts. */
  readonly action: string
  readonly onConfirm: () => void
}

/** A button for what cannot be undone: it asks first. */
export const Confirm = ({ action, label, onConfirm, question }: ConfirmProps) => (
  <AlertDialog.Root>
    <AlertDialog.Trigger className="danger">{label}</AlertDialog.Trigger>
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className="backdrop" />
      <AlertDialog.Popup className="dialog">
        <AlertDialog.Title render={<h2 />}>{label}</AlertDialog.Title>
        <AlertDialog.Description>{question}</AlertDialog.Description>
        <div className="bar">
          <AlertDialog.Close>Cancel</AlertDialog.Close>
          <AlertDialog.Close className="danger" onClick={onConfirm}>
            {action}
          </AlertDialog.Close>
        </div>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
)
