const PLACE = "invite";

/**
 * Moves an invitation's token out of the URL before anything else, so that no history, copied address or log of ours
 * keeps it. It stays in the tab, even through a sign-in, until used.
 */
export function keepInviteToken(path: string): void {
  const token = location.hash.slice(1);
  if (location.pathname !== path || token === "") return;
  sessionStorage.setItem(PLACE, token);
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** The stored token; null if there is none. */
export const inviteToken = (): string | null => sessionStorage.getItem(PLACE);

/** Removes the token after it was used or refused. */
export const dropInviteToken = (): void => sessionStorage.removeItem(PLACE);
