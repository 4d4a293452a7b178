const allowed = /^[\t\x20-\x7e\x80-\xff]*$/

/** Whether a header can carry a text as it is: bytes of Latin-1, no line breaks, no spaces at its ends. Source: RFC 9110 §5.5. */
export const isHeaderValue = (text: string): boolean => allowed.test(text) && text === text.trim()

const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i

/** Whether a header can have a name. Source: RFC 9110 §5.6.2. */
export const isHeaderName = (text: string): boolean => token.test(text)
