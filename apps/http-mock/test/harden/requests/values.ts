/** Texts that programs often handle incorrectly. Each is used in paths, queries, headers and bodies. */
export const texts = [
  "",
  " ",
  "0",
  "-1",
  "1.5",
  "1e308",
  "9007199254740993",
  "9".repeat(400),
  "NaN",
  "Infinity",
  "null",
  "true",
  "constructor",
  "__proto__",
  "toString",
  "hasOwnProperty",
  "\u00e9\u00df\u0150",
  "\u{1f600}",
  "a\u0000b",
  "a\r\nb: c",
  "\ud800",
  "%",
  "%zz",
  "%00",
  "%2e%2e%2f",
  "%c3%28",
  "..",
  "../../etc/passwd",
  "a".repeat(5000),
  "(a+)+$",
  "*".repeat(300),
  "' OR 1=1 --",
  "ada@example.com",
  "call_00000000-0000-4000-8000-000000000003",
  "101"
] as const

const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`

/** Valid and invalid JSON documents. */
export const jsons = [
  "",
  "{",
  "[]",
  "null",
  "3",
  '"text"',
  "{}",
  "[null]",
  '{"__proto__":{"active":false}}',
  '{"email":"a@b.c","email":"d@e.f"}',
  '{"a":1e400}',
  "\ufeff{}",
  nested(50, "[", "]"),
  nested(20_000, "[", "]"),
  nested(20_000, '{"a":', "}"),
  `{"email":"${"x".repeat(200_000)}"}`,
  "x".repeat(1_100_000)
] as const

const fields = [
  "email",
  "username",
  "name",
  "id",
  "active",
  "role_name",
  "last_used_at",
  "created_at",
  "favorite",
  "no_such"
]

const operators = ["=", "!=", ">", "<", ">=", "<=", "~", "==", "", "%3D"]

/** Picks a query with parameters of lists, valid or not. */
export const queries = (pick: <A>(among: ReadonlyArray<A>) => A): string => {
  const filter = () => `filter=${encodeURIComponent(`${pick(fields)}${pick(operators)}${safe(pick(texts))}`)}`
  const parameters = [
    filter,
    () => `filter=${encodeURIComponent(`name=${"a*".repeat(200)}`)}`,
    () => `${filter()}&${filter()}`,
    () => `order=${pick(["", "-", "+"])}${pick(fields)}`,
    () => `order=${fields.join(",")}`,
    () => `page=${encodeURIComponent(safe(pick(texts)))}`,
    () => `page=${pick(["1", "2", "4999", "5000", "999999999"])}&page_size=${pick(["1", "20", "100", "101"])}`,
    () => `page_size=${encodeURIComponent(safe(pick(texts)))}`,
    () => `token=${encodeURIComponent(safe(pick(texts)))}`,
    () => `permission_list[]=${encodeURIComponent(safe(pick(texts)))}`,
    () => "&".repeat(500),
    () => "a=b&".repeat(300),
    () => `${encodeURIComponent(safe(pick(texts)))}=${encodeURIComponent(safe(pick(texts)))}`
  ]
  return pick(parameters)()
}

/** Replaces lone surrogates, which a URL cannot contain. */
export const safe = (text: string): string => text.toWellFormed()
