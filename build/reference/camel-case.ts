/** Writes a name of the API as a name in TypeScript: `ai_agent` -> `aiAgent`. */
export const camelCase = (text: string): string =>
  text.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
