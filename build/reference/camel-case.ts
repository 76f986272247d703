/** Converts an API name to its TypeScript name: `ai_agent` -> `aiAgent`. */
export const camelCase = (text: string): string =>
  text.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
