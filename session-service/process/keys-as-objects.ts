import crypto, { createSecretKey } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/** Functions that take a secret key as their second argument. */
const KEYED = ["createHmac", "createCipheriv", "createDecipheriv"] as const;

/**
 * Makes the whole process pass byte-array secret keys to Node as key objects. Node 24 wraps bytes in a way that takes
 * three times as long as the cipher or hash itself (10 µs instead of 3; Node 20 didn't do this), and the library passes
 * bytes for each frame and each message. Results and errors stay the same, because anything that is not a secret key is
 * passed on unchanged.
 * @returns a function that undoes the change.
 */
export function keysAsObjects(): () => void {
  const before = Object.fromEntries(KEYED.map((name) => [name, crypto[name]]));
  for (const name of KEYED) {
    const original = crypto[name] as (...args: unknown[]) => unknown;
    Object.assign(crypto, {
      [name]: (first: unknown, key: unknown, ...more: unknown[]) =>
        original(first, key instanceof Uint8Array && key.byteLength > 0 ? createSecretKey(key) : key, ...more),
    });
  }
  syncBuiltinESMExports(); // for modules that import the functions by name
  return () => {
    Object.assign(crypto, before);
    syncBuiltinESMExports();
  };
}
