/** A command that shows a key works: it lists the numbers the key may see. @param apiUrl without a slash at the end. */
export const tryCommand = (apiUrl: string, key: string): string =>
  [`curl ${apiUrl}/v1/instances \\`, `  -H "Authorization: Bearer ${key}"`].join("\n");
