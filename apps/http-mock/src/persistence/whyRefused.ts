import type * as PlatformError from "effect/PlatformError"
import * as Predicate from "effect/Predicate"

// more than the tags of a platform tell
const known: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", "the disk is full, ENOSPC: free some space on it"],
  ["EDQUOT", "the quota of the disk is used up, EDQUOT: free some space of it"],
  ["EFBIG", "the file is larger than it may be, EFBIG: raise the limit of this process"],
  ["EROFS", "the disk is read-only, EROFS: give a file on another"],
  ["EIO", "the disk fails, EIO: check it, or give a file on another"],
  ["EISDIR", "it is a directory, EISDIR: give a file"],
  ["ENOTDIR", "its folder is none, ENOTDIR: give another path"],
  ["ENOENT", "its folder is missing, ENOENT: make it, or give another path"],
  ["EACCES", "its folder or itself is not for this user, EACCES: allow it, or give another path"],
  ["EMFILE", "too many files are open, EMFILE: raise the limit of this process"]
])

/** Why a file system refused, and what to do where it is known. */
export const whyRefused = ({ reason }: PlatformError.PlatformError): string => {
  const { cause, description } = reason
  const code = Predicate.hasProperty(cause, "code") && typeof cause.code === "string" ? cause.code : undefined
  return code === undefined
    ? (description ?? reason._tag)
    : (known.get(code) ?? (reason._tag === "Unknown" ? code : reason._tag))
}
