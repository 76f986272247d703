const PLACE = "invite";

/**
 * Removes an invitation's token from the address before anything else: no history, copied address or log of ours keeps
 * it. It waits in the tab, past a sign-in, until it is used.
 */
export function keepInviteToken(path: string): void {
  const token = location.hash.slice(1);
  if (location.pathname !== path || token === "") return;
  sessionStorage.setItem(PLACE, token);
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** The token that waits; null: none. */
export const inviteToken = (): string | null => sessionStorage.getItem(PLACE);

/** Forgets it, once it was used or refused. */
export const dropInviteToken = (): void => sessionStorage.removeItem(PLACE);
