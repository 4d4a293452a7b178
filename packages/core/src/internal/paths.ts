/** The folder of a path, with the separator at its end, and the name in it. */
export const split = (path: string): { readonly folder: string; readonly name: string } => {
  // core knows no platform: only on Windows does an absolute path begin otherwise
  const end =
    1 + (path.startsWith("/") ? path.lastIndexOf("/") : Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")))
  return { folder: path.slice(0, end), name: path.slice(end) }
}
