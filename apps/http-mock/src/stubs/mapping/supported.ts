import * as Schema from "effect/Schema"

/** Fields of a mapping, each of which may be left out; what else is there is refused with those that are supported. */
export const supported = <const Fields extends Schema.Struct.Fields>(fields: Fields): Schema.Struct<Fields> =>
  Schema.Struct(fields).annotate({
    messageUnexpectedKey: `is not supported; supported here: ${Object.keys(fields).join(", ")}`
  })

/** Refuses more than one of some fields, which say the same in different ways. */
export const oneOf = (names: ReadonlyArray<string>) =>
  Schema.makeFilter((value: object) => {
    const given = names.filter((name) => Object.hasOwn(value, name))
    return given.length < 2 ? undefined : `has ${given.join(" and ")}; give one of them`
  })
