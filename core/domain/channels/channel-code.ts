const HOST = "whatsapp.com";
/**
 * Matches a channel link in any form that people copy: with or without the scheme, leading to a post, or with suffixes
 * added by apps.
 */
const LINK = new RegExp(
  `^(?:https?://)?(?:www\\.)?${HOST.replaceAll(".", "\\.")}/channel/([^/?#]+)(?:/[^?#]{0,100})?(?:[?#].*)?$`,
  "i",
);
/** The network's codes have about 24 characters; codes of other lengths are left to the network to judge. */
const CODE = /^[A-Za-z0-9_-]{1,64}$/;

/** Returns a channel's code from its link or its code; null if it is neither. */
export function channelCode(given: string): string | null {
  const trimmed = given.trim();
  const code = LINK.exec(trimmed)?.[1] ?? trimmed;
  return CODE.test(code) ? code : null;
}

/** Returns the link for a channel's code. */
export const channelLink = (code: string): string => `https://${HOST}/channel/${code}`;
