/**
 * Returns a shell command with which the user can test a key; it lists the numbers that the key has access to. @param
 * apiUrl without a trailing slash.
 */
export const tryCommand = (apiUrl: string, key: string): string =>
  [`curl ${apiUrl}/v1/instances \\`, `  -H "Authorization: Bearer ${key}"`].join("\n");
