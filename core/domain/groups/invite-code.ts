/** The host used in invite links. */
const HOST = "chat.whatsapp.com";
/**
 * Matches an invite link in any form that people copy: with or without the scheme, with an older path, or with suffixes
 * added by apps.
 */
const LINK = new RegExp(`^(?:https?://)?${HOST.replaceAll(".", "\\.")}/(?:invite/)?([^/?#]+)/?(?:[?#].*)?$`, "i");
/** The network's codes have 22 characters; codes of other lengths are left to the network to judge. */
const CODE = /^[A-Za-z0-9_-]{1,64}$/;

/** Returns an invite's code from its link or its code; null if it is neither. */
export function inviteCode(given: string): string | null {
  const trimmed = given.trim();
  const code = LINK.exec(trimmed)?.[1] ?? trimmed;
  return CODE.test(code) ? code : null;
}

/** Returns the link for an invite's code. */
export const inviteLink = (code: string): string => `https://${HOST}/${code}`;
