const clause = /^\s*"?\s*[A-Za-z_][\w.]*\s*(?:~=|\|=|!=|>=|<=|=|>|<)/

/** Whether a text is a filter of the service, a field with an operator; else it is searched for in the rows at hand. */
export const isServerFilter = (text: string): boolean => clause.test(text)
