import { characters, texts } from "./encodings.ts"

/** Writes a secret into the body of an answer. */
export type Echo = (secret: string) => string

const json = (value: unknown) => JSON.stringify(value)

const written = (name: string) => (secret: string) => texts[name]?.(secret) ?? ""

const page = (text: string) => `<!DOCTYPE html>\n<html><body><h1>Bad Gateway</h1><pre>${text}</pre></body></html>`

const mixed: Echo = (secret) => {
  const encode = Object.values(characters)
  return Array.from(secret, (character, index) => encode[index % encode.length]?.(character) ?? "").join("")
}

const html = written("named")

/** Bodies in which a service, a proxy or a firewall shows what it was sent. */
export const echoes: Readonly<Record<string, Echo>> = {
  "bare text": (secret) => secret,
  "bare text in a sentence": (secret) => `The value ${secret} was refused`,
  "bare JSON text": (secret) => json(secret),
  "bare JSON text in a sentence": (secret) => json(`The value ${secret} was refused`),
  "message of errorV1": (secret) => json({ code: 7, message: `No such value: ${secret}` }),
  "message of errorV1R1": (secret) => json({ code: 7, message: `Bad value ${secret}`, name: "generic" }),
  "name of errorV1R1": (secret) => json({ code: 7, message: "No", name: secret }),
  "message that is long": (secret) => json({ code: 7, message: `${"x".repeat(990)}${secret}`, name: "generic" }),
  "message of a success": (secret) => json({ code: 7, message: `${"x".repeat(188)}${secret}` }),
  "message that is cut": (secret) => json({ code: 7, message: `Bad ${secret.slice(0, -3)}...`, name: "generic" }),
  "message in base64": (secret) => json({ code: 7, message: written("base64")(secret), name: "generic" }),
  "message with a URL": (secret) => json({ code: 7, message: `at /x?v=${written("url")(secret)}`, name: "generic" }),
  "message with JSON": (secret) => json({ code: 7, message: json({ value: secret }), name: "generic" }),
  "another field": (secret) => json({ error: { detail: secret } }),
  "a field's name": (secret) => json({ [secret]: true }),
  "a list": (secret) => json(["x-key", secret]),
  "lists of headers": (secret) => json({ headers: [["x", secret]] }),
  "JSON in JSON": (secret) => json({ request: json({ value: secret }) }),
  "JSON in JSON in JSON": (secret) => json({ request: json({ request: json({ value: secret }) }) }),
  "JSON with escapes": (secret) => `{"value":"${written("unicode")(secret)}"}`,
  "JSON with escapes in capitals": (secret) => `{"value":"${written("unicodeUpper")(secret)}"}`,
  "JSON with escaped slashes": (secret) => `{"value":"${written("json")(secret)}"}`,
  "JSON that is cut": (secret) => `{"value":"${secret}`,
  "JSON that is cut in the secret": (secret) => `{"value":"${secret.slice(0, -4)}`,
  "JSON that is cut in an escape": (secret) => `{"value":"${written("unicode")(secret).slice(0, -3)}`,
  "JSON in single quotes": (secret) => `{'value': '${secret}'}`,
  "a form": (secret) => `a=b&value=${written("formUrl")(secret)}&c=d`,
  "a form of its own letters": (secret) => `a=b&value=${written("percentLower")(secret)}`,
  "a query": (secret) => `GET /api/v1/x?value=${written("url")(secret)} HTTP/1.1`,
  "a query encoded twice": (secret) => `/back?to=${written("urlInUrl")(secret)}`,
  "lines of headers": (secret) => `POST /api HTTP/1.1\r\nhost: us.example.com\r\nx-value: ${secret}\r\n\r\n`,
  "a header with a scheme": (secret) => `x-value: Bearer ${secret}`,
  "a header for basic authentication": (secret) => `x-value: Basic ${written("basic")(secret)}`,
  "a page of HTML": (secret) => page(html(secret)),
  "a page with decimal entities": (secret) => page(written("decimal")(secret)),
  "a page with hexadecimal entities": (secret) => page(written("hexEntityUpper")(secret)),
  "a page that does not encode": page,
  "a page with JSON": (secret) => page(html(json({ value: secret }))),
  "a page with a link": (secret) => page(`<a href="/?v=${html(written("url")(secret))}">back</a>`),
  "a comment at the end of a page": (secret) => `${page("no")}<!-- ${secret} -->`,
  "behind much white space": (secret) => `${" ".repeat(3990)}${secret}`,
  "an element of XML": (secret) => `<error><value>${html(secret)}</value></error>`,
  "an attribute of XML": (secret) => `<error value="${html(secret)}"/>`,
  "a section of XML": (secret) => `<error><![CDATA[${secret}]]></error>`,
  "lines of YAML": (secret) => `error:\n  value: ${secret}\n`,
  "a stack": (secret) => `TypeError: bad "${secret}"\n    at handler (/srv/app.js:1:1)`,
  "a command line": (secret) => `curl -H 'x-value: ${secret}' https://us.example.com`,
  "an encoding of each character's own": mixed,
  "UTF-8 read as Latin-1": written("misread"),
  "base64 for URLs": written("base64Url"),
  "a name and a password in base64": written("basicColon")
}
