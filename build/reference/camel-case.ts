/** Converts a name in the API to its name in TypeScript: `ai_agent` -> `aiAgent`. */
export const camelCase = (text: string): string =>
  text.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
