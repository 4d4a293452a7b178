interface JsonFormProps<Value extends object> {
  readonly label: string
  readonly value: Value
  readonly isPending: boolean
  readonly changes: Readonly<Record<string, unknown>>
  readonly onChange: (changes: Readonly<Record<string, unknown>>) => void
  readonly onSave: () => void
}

const isPlain = (value: unknown) => typeof value !== "object" || value === null

/** Parses the text of a field as the kind of value that it had. */
const parse = (before: unknown, text: string): unknown =>
  typeof before === "number" ? Number(text) : before === null && text === "null" ? null : text

/** A form for the plain fields of an object: texts, numbers, booleans and null. The control plane checks the values. */
export const JsonForm = <Value extends object>({
  changes,
  isPending,
  label,
  onChange,
  onSave,
  value
}: JsonFormProps<Value>) => {
  const before = new Map(Object.entries(value))
  const edit = (name: string, changed: unknown) => onChange({ ...changes, [name]: changed })
  return (
    <form
      aria-label={label}
      className="fields"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      {Object.entries({ ...value, ...changes })
        .filter(([, field]) => isPlain(field))
        .map(([name, field]) => (
          <label key={name}>
            <span>{name}</span>
            {typeof field === "boolean" ? (
              <input type="checkbox" checked={field} onChange={({ target }) => edit(name, target.checked)} />
            ) : (
              <input
                // the row with another id is another row
                readOnly={name === "id"}
                type={typeof field === "number" ? "number" : "text"}
                value={typeof field === "string" ? field : JSON.stringify(field)}
                onChange={({ target }) => edit(name, parse(before.get(name), target.value))}
              />
            )}
          </label>
        ))}
      <div className="bar">
        <button type="submit" className="primary" disabled={isPending || Object.keys(changes).length === 0}>
          Save
        </button>
        <button type="button" disabled={Object.keys(changes).length === 0} onClick={() => onChange({})}>
          Discard
        </button>
      </div>
    </form>
  )
}
