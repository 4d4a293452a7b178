import { execFile } from "node:child_process"

const onWindows = process.platform === "win32"

export interface Output {
  readonly code: number
  readonly text: string
}

/** Runs a command and returns its output. */
export const run = (command: string, args: ReadonlyArray<string>, cwd: string, extra: NodeJS.ProcessEnv = {}) =>
  new Promise<Output>((resolve) => {
    // hide this vitest run from the command
    const {
      FORCE_COLOR: _color,
      NODE_ENV: _mode,
      VITEST: _,
      VITEST_POOL_ID: _pool,
      VITEST_WORKER_ID: _worker,
      ...env
    } = process.env
    execFile(
      command,
      [...args],
      { cwd, env: { ...env, NO_COLOR: "1", ...extra }, shell: onWindows, maxBuffer: 1e8 },
      (error, out, err) => resolve({ code: error === null ? 0 : 1, text: `${out}${err}` })
    )
  })

/** Runs a command and returns its output; throws if it fails. */
export const must = async (...command: Parameters<typeof run>) => {
  const { code, text } = await run(...command)
  if (code !== 0) throw new Error(`${command[0]} ${command[1].join(" ")}\n${text}`)
  return text
}
