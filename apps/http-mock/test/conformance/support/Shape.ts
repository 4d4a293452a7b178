/** Returns the problems of a value, or an empty list. */
export type Shape = (value: unknown, at: string) => ReadonlyArray<string>

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 60)

const be =
  (what: string, fits: (value: unknown) => boolean): Shape =>
  (value, at) =>
    fits(value) ? [] : [`${at} is not ${what}: ${shown(value)}`]

export const string = be("string", (value) => typeof value === "string")

export const integer = be("integer", Number.isInteger)

export const boolean = be("boolean", (value) => typeof value === "boolean")

/** ISO 8601, or empty. */
export const dateTime = be(
  "date-time",
  (value) =>
    typeof value === "string" && /^(?:|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))$/.test(value)
)

/** Exactly one value. */
export const exactly = (only: unknown): Shape => be(JSON.stringify(only), (value) => value === only)

/** Any JSON. */
export const anything = be("JSON", (value) => value !== undefined)

export const listOf =
  (element: Shape): Shape =>
  (value, at) =>
    Array.isArray(value)
      ? value.flatMap((one: unknown, index) => element(one, `${at}[${index}]`))
      : [`${at} is not a list: ${shown(value)}`]

interface Leeway<Field> {
  /** Fields that may be absent. */
  readonly absent?: ReadonlyArray<Field>
  /** Whether other fields are allowed. */
  readonly further?: boolean
}

/** Exactly these fields, except for the allowed ones. */
export const object =
  <Field extends string>(
    fields: Readonly<Record<Field, Shape>>,
    { absent = [], further = false }: Leeway<NoInfer<Field>> = {}
  ): Shape =>
  (value, at) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return [`${at} is not an object: ${shown(value)}`]
    const known = new Map(Object.entries<Shape>(fields))
    const mayLack = new Set<string>(absent)
    const actual = new Map<string, unknown>(Object.entries(value))
    return [
      ...[...known.keys()]
        .filter((name) => !actual.has(name) && !mayLack.has(name))
        .map((name) => `${at} lacks ${name}`),
      ...[...actual].flatMap(
        ([name, one]) => known.get(name)?.(one, `${at}.${name}`) ?? (further ? [] : [`${at} also has ${name}`])
      )
    ]
  }
