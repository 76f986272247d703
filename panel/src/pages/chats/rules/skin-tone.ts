/** The skin tones available as Unicode modifiers, from light to dark. `none` leaves an emoji unchanged. */
export const SKIN_TONES = ["none", "light", "mediumLight", "medium", "mediumDark", "dark"] as const;
export type SkinTone = (typeof SKIN_TONES)[number];

const LIGHT = 0x1f3fb;
/**
 * Matches the parts of an emoji that can take a skin tone. The hands joining two people are excluded, because the
 * people have their own tones.
 */
const TAKES_TONE = /(?!(?<=\u200D)🤝)\p{Emoji_Modifier_Base}\uFE0F?/gu;

/**
 * Whether a text is an emoji on Unicode's list, which phones draw as a single picture. In older browsers that lack the
 * list, every emoji with exactly one person is accepted, because few phones draw separate tones for several people.
 */
const isListed = (() => {
  try {
    const listed = /^\p{RGI_Emoji}$/v;
    return (emoji: string): boolean => listed.test(emoji);
  } catch {
    return (emoji: string): boolean => [...emoji.matchAll(TAKES_TONE)].length === 1;
  }
})();

/**
 * Returns an emoji with every person in the same skin tone. If no such emoji exists, the original is returned
 * unchanged.
 */
export function inTone(emoji: string, tone: SkinTone): string {
  if (tone === "none") return emoji;
  const modifier = String.fromCodePoint(LIGHT + SKIN_TONES.indexOf(tone) - 1);
  const toned = emoji.replaceAll(TAKES_TONE, (base) => base.replace("\uFE0F", "") + modifier);
  return toned !== emoji && isListed(toned) ? toned : emoji;
}
