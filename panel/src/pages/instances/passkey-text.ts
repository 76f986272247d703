/**
 * Returns a command that signs with the owner's passkey and copies the signature. The owner runs it in the browser
 * console on the network's own page. @param options the network's request.
 */
export function signingCommand(options: Record<string, unknown>): string {
  const request = `PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)})`;
  return `copy(JSON.stringify(await navigator.credentials.get({ publicKey: ${request} })))`;
}

/**
 * Parses a pasted signature. If the text isn't a signature, returns an empty object, which the gateway refuses with an
 * explanation.
 */
export function credentialIn(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text);
    // If the user edited the command to return the signature, the console copies it as a quoted string.
    const value: unknown = typeof read === "string" ? JSON.parse(read) : read;
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
