const HOST = "whatsapp.com";
/** The link in any form in which people copy it: with or without the scheme, to a post, with suffixes of apps. */
const LINK = new RegExp(
  `^(?:https?://)?(?:www\\.)?${HOST.replaceAll(".", "\\.")}/channel/([^/?#]+)(?:/[^?#]{0,100})?(?:[?#].*)?$`,
  "i",
);
/** The network's codes have 24 characters or so; others are left to it. */
const CODE = /^[A-Za-z0-9_-]{1,64}$/;

/** The code of a channel that is given by its link or its code; null: it is neither. */
export function channelCode(given: string): string | null {
  const trimmed = given.trim();
  const code = LINK.exec(trimmed)?.[1] ?? trimmed;
  return CODE.test(code) ? code : null;
}

/** The link of a channel's code. */
export const channelLink = (code: string): string => `https://${HOST}/channel/${code}`;
