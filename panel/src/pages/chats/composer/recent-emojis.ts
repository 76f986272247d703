import { SKIN_TONES, type SkinTone } from "../rules/skin-tone.ts";

const PLACE = "recent-emojis";
const TONE_PLACE = "emoji-skin-tone";

/** The emojis chosen last in this browser; the sign-out clears them with the site's storage. */
export function recentEmojis(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** Keeps them, unless the storage is full or off. */
export const keepRecentEmojis = (recent: readonly string[]): void => keep(PLACE, JSON.stringify(recent));

/** The skin tone chosen last in this browser. */
export function chosenTone(): SkinTone {
  try {
    const found = localStorage.getItem(TONE_PLACE);
    return SKIN_TONES.find((tone) => tone === found) ?? "none";
  } catch {
    return "none";
  }
}

/** Keeps it, unless the storage is full or off. */
export const keepTone = (tone: SkinTone): void => keep(TONE_PLACE, tone);

function keep(place: string, value: string): void {
  try {
    localStorage.setItem(place, value);
  } catch {
    // It is only a convenience.
  }
}
