export const secret = "a-key-nobody-sees"

export const us = { region: "us", baseUrl: "https://us.example.com/api" }

export const profilesFile = (profiles: object, chosen?: string) => ({ ...(chosen && { default: chosen }), profiles })
