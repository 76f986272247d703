/** The tones of Unicode's modifiers, from light to dark; `none`: an emoji as it is. */
export const SKIN_TONES = ["none", "light", "mediumLight", "medium", "mediumDark", "dark"] as const;
export type SkinTone = (typeof SKIN_TONES)[number];

const LIGHT = 0x1f3fb;
/** The parts of an emoji that take a tone: not the hands that join two people, who have their own. */
const TAKES_TONE = /(?!(?<=\u200D)🤝)\p{Emoji_Modifier_Base}\uFE0F?/gu;

/**
 * Whether a text is an emoji that Unicode lists, so that phones draw it as one. Older browsers don't know the list;
 * there it is whatever has one person, because a tone for each of several is drawn on few phones.
 */
const isListed = (() => {
  try {
    const listed = /^\p{RGI_Emoji}$/v;
    return (emoji: string): boolean => listed.test(emoji);
  } catch {
    return (emoji: string): boolean => [...emoji.matchAll(TAKES_TONE)].length === 1;
  }
})();

/** An emoji in a skin tone, each person of it; unchanged where there is none such. */
export function inTone(emoji: string, tone: SkinTone): string {
  if (tone === "none") return emoji;
  const modifier = String.fromCodePoint(LIGHT + SKIN_TONES.indexOf(tone) - 1);
  const toned = emoji.replaceAll(TAKES_TONE, (base) => base.replace("\uFE0F", "") + modifier);
  return toned !== emoji && isListed(toned) ? toned : emoji;
}
