/**
 * Returns the command that signs with the owner's passkey and copies the signature; for the console of a browser that
 * shows the network's own page. @param options the network's request.
 */
export function signingCommand(options: Record<string, unknown>): string {
  const request = `PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)})`;
  return `copy(JSON.stringify(await navigator.credentials.get({ publicKey: ${request} })))`;
}

/** Returns the signature in a pasted text; one that is none goes to the gateway, which explains what is wrong. */
export function credentialIn(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text);
    // The console copies a text in quotes where the command was changed to return it.
    const value: unknown = typeof read === "string" ? JSON.parse(read) : read;
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
