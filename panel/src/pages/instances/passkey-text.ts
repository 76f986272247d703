/**
 * Returns a command that signs with the owner's passkey and copies the signature. The owner runs it in the console of a
 * browser with the network's own page open. @param options the network's request.
 */
export function signingCommand(options: Record<string, unknown>): string {
  const request = `PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)})`;
  return `copy(JSON.stringify(await navigator.credentials.get({ publicKey: ${request} })))`;
}

/**
 * Parses a pasted signature. Text that isn't a signature yields an empty object, which the gateway refuses with an
 * explanation.
 */
export function credentialIn(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text);
    // If the user changed the command to return the signature, the console copies it as a quoted string.
    const value: unknown = typeof read === "string" ? JSON.parse(read) : read;
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
