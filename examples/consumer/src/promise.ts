import type { Pod, Settings } from "@remote-assist/core/promise"
import { connect } from "@remote-assist/core/promise"

export const podNames = async (settings: Settings) => {
  const remote = await connect(settings)
  await remote.session.logIn({ email: "ada@example.com", password: "correct-horse" })
  const pods: Array<Pod> = []
  for await (const pod of remote.pods.stream()) pods.push(pod)
  await remote.close()
  return pods.map(({ name }) => name)
}
