/** What a row is told apart by. */
export type Id = string | number

export type IdOf<Row> = (row: Row) => Id
