import { SKIN_TONES, type SkinTone } from "../rules/skin-tone.ts";

const PLACE = "recent-emojis";
const TONE_PLACE = "emoji-skin-tone";

/** Returns the emojis most recently chosen in this browser. They are cleared with the site's storage on sign-out. */
export function recentEmojis(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** Stores the recent emojis, unless the browser's storage is full or disabled. */
export const keepRecentEmojis = (recent: readonly string[]): void => keep(PLACE, JSON.stringify(recent));

/** Returns the skin tone most recently chosen in this browser. */
export function chosenTone(): SkinTone {
  try {
    const found = localStorage.getItem(TONE_PLACE);
    return SKIN_TONES.find((tone) => tone === found) ?? "none";
  } catch {
    return "none";
  }
}

/** Stores the chosen skin tone, unless the browser's storage is full or disabled. */
export const keepTone = (tone: SkinTone): void => keep(TONE_PLACE, tone);

function keep(place: string, value: string): void {
  try {
    localStorage.setItem(place, value);
  } catch {
    // Ignore the failure: the stored value is only a convenience.
  }
}
