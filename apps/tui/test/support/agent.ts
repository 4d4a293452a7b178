import { fileURLToPath } from "node:url"

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import type { CallToolResult, ElicitResult } from "@modelcontextprotocol/sdk/types.js"
import { onTestFinished } from "vitest"

import { homeless } from "./command.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

/** How a host starts the program. */
export const command = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => ({
  command: process.execPath,
  args: ["apps/tui/src/main.ts", "mcp", ...args],
  cwd: root,
  env: { PATH: process.env["PATH"] ?? "", ...homeless, ...env },
  stderr: "pipe" as const
})

/** What is asked of whoever confirms. */
export interface Asked {
  readonly message: string
  readonly schema: unknown
}

interface Options {
  readonly env?: Readonly<Record<string, string>>
  /** Answers questions; without it the client cannot ask. */
  readonly answer?: (asked: Asked) => Promise<ElicitResult> | ElicitResult
}

/** Types what is to be typed. */
export const typing = (name: string) => (): ElicitResult => ({ action: "accept", content: { name } })

/** The official client of agents, connected to the real process; it ends with the test. */
export const agent = async (args: ReadonlyArray<string>, { answer, env = {} }: Options = {}) => {
  const transport = new StdioClientTransport(command(args, env))
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { capabilities: answer === undefined ? {} : { elicitation: {} } }
  )
  const asked: Array<Asked> = []
  let stderr = ""
  transport.stderr?.on("data", (data: Buffer) => {
    stderr += data.toString()
  })
  if (answer !== undefined)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      const question = { message: params.message, schema: "requestedSchema" in params ? params.requestedSchema : {} }
      asked.push(question)
      return answer(question)
    })
  onTestFinished(() => client.close())
  await client.connect(transport, { timeout: 30_000 })
  const call = async (name: string, given: Readonly<Record<string, unknown>> = {}, signal?: AbortSignal) =>
    (await client.callTool({ name, arguments: { ...given } }, undefined, {
      timeout: 30_000,
      ...(signal === undefined ? {} : { signal })
    })) as CallToolResult
  return {
    client,
    transport,
    /** What was asked of whoever confirms. */
    asked,
    stderr: () => stderr,
    call,
    /** The data of an answer that is none of an error. */
    data: async (name: string, given: Readonly<Record<string, unknown>> = {}) => {
      const { content, isError, structuredContent } = await call(name, given)
      if (isError === true) throw new Error(textOf({ content }))
      return structuredContent ?? {}
    },
    /** The text of an answer that is an error. */
    refusal: async (name: string, given: Readonly<Record<string, unknown>> = {}) => {
      const { content, isError } = await call(name, given)
      if (isError !== true) throw new Error(`no error: ${textOf({ content })}`)
      return textOf({ content })
    }
  }
}

/** The text of an answer. */
export const textOf = ({ content }: Pick<CallToolResult, "content">): string =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("")
