const PLACE = "invite";

/**
 * Moves an invitation token out of the URL before anything else happens, so it doesn't end up in the browser history,
 * copied URLs, or the service's logs. It stays in the tab's storage, even across a sign-in, until it is used.
 */
export function keepInviteToken(path: string): void {
  const token = location.hash.slice(1);
  if (location.pathname !== path || token === "") return;
  sessionStorage.setItem(PLACE, token);
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** Returns the stored token, or null if there is none. */
export const inviteToken = (): string | null => sessionStorage.getItem(PLACE);

/** Removes the token once it has been used or refused. */
export const dropInviteToken = (): void => sessionStorage.removeItem(PLACE);
