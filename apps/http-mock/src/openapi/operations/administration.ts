import type { DescribedGroup } from "./Described.ts"

export const administration: DescribedGroup<"EnterpriseUsers" | "Pods"> = {
  "EnterpriseUsers.provision": {
    summary: "Create a user",
    description:
      "The user is active at once and gets a welcome e-mail unless `send_email` is false; without `pod_ids` they go to the default pod.",
    takes: "Provision",
    example: { name: "Mary Jackson", email: "mary@example.com" },
    answers: "EnterpriseUser"
  },
  "EnterpriseUsers.list": { summary: "List one page of the users", answers: "EnterpriseUserPage" },
  "EnterpriseUsers.update": {
    summary: "Change a user",
    description:
      "`active: false` stops log-in and tokens and keeps all data. A new `email` counts once it is confirmed.",
    takes: "UserChange",
    example: { active: false },
    answers: "EnterpriseUser"
  },
  "EnterpriseUsers.remove": {
    summary: "Delete a user with all their data",
    description: "For good; calls then refer to `Deleted User`.",
    answers: "EmptyObject"
  },
  "Pods.list": { summary: "List one page of the pods", answers: "PodPage" }
}
