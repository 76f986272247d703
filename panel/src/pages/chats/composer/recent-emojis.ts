const PLACE = "recent-emojis";

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
export function keepRecentEmojis(recent: readonly string[]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(recent));
  } catch {
    // They are only a convenience.
  }
}
