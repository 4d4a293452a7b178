import { fileURLToPath } from "node:url"

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import type { CallToolResult, ElicitResult } from "@modelcontextprotocol/sdk/types.js"
import { onTestFinished } from "vitest"

import { program as file } from "../../../../tooling/programs.ts"
import { homeless, startHere } from "./command.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

/** How a host starts the program. */
export const command = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => ({
  command: process.execPath,
  args: [file("apps/tui/src/main.ts"), "mcp", ...args],
  cwd: root,
  env: { PATH: process.env["PATH"] ?? "", ...homeless, ...env },
  stderr: "pipe" as const
})

/** A question to the user who confirms. */
export interface Question {
  readonly message: string
  readonly schema: unknown
}

interface Options {
  readonly env?: Readonly<Record<string, string>>
  /** Answers questions; without it the client cannot ask. */
  readonly answer?: (question: Question) => Promise<ElicitResult> | ElicitResult
}

/** Types the requested name. */
export const typing = (name: string) => (): ElicitResult => ({ action: "accept", content: { name } })

/** Messages as lines on the streams of the program in this process. */
export const transportHere = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) => {
  const { ended, stderr, stdin, stdout } = startHere(["mcp", ...args], env)
  const transport: Transport & { readonly stderr: typeof stderr } = {
    stderr,
    start: async () => {
      const buffer = new ReadBuffer()
      stdout.on("data", (chunk: Buffer) => {
        buffer.append(chunk)
        for (let message = buffer.readMessage(); message !== null; message = buffer.readMessage())
          transport.onmessage?.(message)
      })
      void ended.then(() => transport.onclose?.())
    },
    send: async (message) => void stdin.write(serializeMessage(message)),
    close: async () => {
      stdin.end()
      await ended
    }
  }
  return transport
}

/** The official client of agents, connected to the program in this process; it ends with the test. */
export const agent = (args: ReadonlyArray<string>, options: Options = {}) =>
  connected(transportHere(args, options.env ?? {}), options)

/** The official client of agents, connected to a process of the program. */
export const agentOfProcess = (args: ReadonlyArray<string>, options: Options = {}) =>
  connected(new StdioClientTransport(command(args, options.env)), options)

const connected = async <T extends StdioClientTransport | ReturnType<typeof transportHere>>(
  transport: T,
  { answer }: Options
) => {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { capabilities: answer === undefined ? {} : { elicitation: {} } }
  )
  const questions: Array<Question> = []
  let stderr = ""
  transport.stderr?.on("data", (data: Buffer) => {
    stderr += data.toString()
  })
  if (answer !== undefined)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      const question = { message: params.message, schema: "requestedSchema" in params ? params.requestedSchema : {} }
      questions.push(question)
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
    /** The questions to the user who confirms. */
    questions,
    stderr: () => stderr,
    call,
    /** The data of a successful answer. */
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
