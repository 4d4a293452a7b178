export const devices = {
  iPhone: { appVersion: "4.2.0", deviceType: "iPhone", deviceVersion: "18.1", networkType: "wifi" },
  Android: { appVersion: "4.2.0", deviceType: "Android", deviceVersion: "15", networkType: "cellular" },
  Web: { appVersion: "4.2.1", deviceType: "Web", deviceVersion: "131.0", networkType: "wifi" }
} as const

export const deviceTypes = ["iPhone", "Android", "Web"] as const
export type DeviceType = (typeof deviceTypes)[number]
