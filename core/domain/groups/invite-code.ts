/** Prefix of invite links. */
const HOST = "chat.whatsapp.com";
/**
 * The code alone, in any form in which people copy it: with or without the scheme, with an older path, with suffixes of
 * apps.
 */
const LINK = new RegExp(`^(?:https?://)?${HOST.replaceAll(".", "\\.")}/(?:invite/)?([^/?#]+)/?(?:[?#].*)?$`, "i");
/** The network's codes have 22 characters; others are left to it. */
const CODE = /^[A-Za-z0-9_-]{1,64}$/;

/** The code of an invite that is given as its link or as its code; null: it is neither. */
export function inviteCode(given: string): string | null {
  const trimmed = given.trim();
  const code = LINK.exec(trimmed)?.[1] ?? trimmed;
  return CODE.test(code) ? code : null;
}

/** The link of an invite's code. */
export const inviteLink = (code: string): string => `https://${HOST}/${code}`;
