/** A command that shows a key works, by listing the numbers it can see. @param apiUrl without a trailing slash. */
export const tryCommand = (apiUrl: string, key: string): string =>
  [`curl ${apiUrl}/v1/instances \\`, `  -H "Authorization: Bearer ${key}"`].join("\n");
