/**
 * Returns a shell command for testing a key. It lists the numbers that the key can access. @param apiUrl without a
 * trailing slash.
 */
export const tryCommand = (apiUrl: string, key: string): string =>
  [`curl ${apiUrl}/v1/instances \\`, `  -H "Authorization: Bearer ${key}"`].join("\n");
