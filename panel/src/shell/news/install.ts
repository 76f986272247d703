/** The part of the Trusted Types API that the panel uses. TypeScript doesn't include it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): string };
}

const WORKER = "/worker.js";

/**
 * Registers the service worker, which shows notifications on phones and makes the panel an installable app. It caches
 * no files, so a new release takes effect immediately. Browsers without service workers lack only these two features.
 */
export function registerWorker(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("worker", { createScriptURL: () => WORKER });
  navigator.serviceWorker?.register(policy?.createScriptURL(WORKER) ?? WORKER).catch(() => undefined);
}
