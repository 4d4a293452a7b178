import type { Pod } from "@remote-assist/core/Pods"
import type { Settings } from "@remote-assist/core/promise"
import { connect, secret } from "@remote-assist/core/promise"

export const podNames = async (settings: Settings) => {
  const remote = await connect(settings)
  await remote.session.logIn({ email: "ada@example.com", password: secret("correct-horse") })
  const pods: Array<Pod> = []
  for await (const pod of remote.pods.stream()) pods.push(pod)
  await remote.close()
  return pods.map(({ name }) => name)
}
