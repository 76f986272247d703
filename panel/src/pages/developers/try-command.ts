/**
 * Returns a shell command that the user can test a key with; it lists the numbers that the key can access. @param
 * apiUrl without a trailing slash.
 */
export const tryCommand = (apiUrl: string, key: string): string =>
  [`curl ${apiUrl}/v1/instances \\`, `  -H "Authorization: Bearer ${key}"`].join("\n");
