/** The part of Trusted Types that we use; TypeScript does not know it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): string };
}

const WORKER = "/worker.js";

/**
 * Registers the service worker, which shows notifications on phones and makes the panel an app that can be installed.
 * It stores no files, so a new release is shown at once. A browser without service workers misses only that.
 */
export function registerWorker(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("worker", { createScriptURL: () => WORKER });
  navigator.serviceWorker?.register(policy?.createScriptURL(WORKER) ?? WORKER).catch(() => undefined);
}
