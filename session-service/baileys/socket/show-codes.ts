import { MINUTE_MS } from "../../../core/contracts/durations.ts";
import { withCurrentSecret } from "../fixes/refresh-link-secret.ts";
import type { AuthStore } from "../keys/auth-store.ts";
import type { ConnectionEvents } from "./connection.ts";

/**
 * How long an attempt's first code is valid. Later codes are valid for a shorter time. Both times are set by the
 * library.
 */
const FIRST_CODE_MS = MINUTE_MS;
const NEXT_CODES_MS = 20_000;

/** Publishes one connection's scannable codes, each with the current link secret. */
export interface CodeShow {
  next(code: string): void;
  showAgain(): void;
  /** Must be called when the credentials change. If the link secret changed, publishes the code again. */
  credsChanged(): void;
}

/** Reports each scannable code, and reports it again whenever its link secret changes. */
export function showCodes(store: AuthStore, events: ConnectionEvents): CodeShow {
  let shown: { code: string; secret: string } | null = null;
  let validForMs = FIRST_CODE_MS;
  const show = (code: string) => {
    const secret = store.creds.advSecretKey;
    shown = { code, secret };
    events.code(withCurrentSecret(code, secret), validForMs);
  };
  const showAgain = () => shown && show(shown.code);
  return {
    next(code) {
      validForMs = shown === null ? FIRST_CODE_MS : NEXT_CODES_MS;
      show(code);
    },
    showAgain,
    credsChanged() {
      if (shown && !store.isLinked() && shown.secret !== store.creds.advSecretKey) showAgain();
    },
  };
}
