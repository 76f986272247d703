/** How a user is notified on this device that someone wrote. */
export interface NewsSettings {
  /** Whether the browser shows notifications; it asks for permission when this is turned on. */
  notify: boolean;
  sound: boolean;
  /** Ids of the numbers that are silent for this person. */
  silent: readonly string[];
  /**
   * Between these times of the person's day ("22:00") nothing is shown or heard; if they are equal, there are no quiet
   * hours.
   */
  quietFrom: string;
  quietTo: string;
}

/** Nothing is shown or heard until it is turned on. */
export const NEWS_OFF: NewsSettings = { notify: false, sound: false, silent: [], quietFrom: "", quietTo: "" };

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const timeOf = (given: unknown): string => (typeof given === "string" && TIME.test(given) ? given : "");

/** Parses stored settings; invalid values are ignored, as if they had not been set. */
export function parseNewsSettings(kept: string | null): NewsSettings {
  try {
    const given = JSON.parse(kept ?? "{}") as Partial<Record<keyof NewsSettings, unknown>> | null;
    const silent = Array.isArray(given?.silent) ? given.silent.filter((id) => typeof id === "string") : [];
    return {
      notify: given?.notify === true,
      sound: given?.sound === true,
      silent,
      quietFrom: timeOf(given?.quietFrom),
      quietTo: timeOf(given?.quietTo),
    };
  } catch {
    return NEWS_OFF;
  }
}

/** Whether a time of day ("23:30") is in the quiet hours, which may pass midnight. */
export function isQuietAt({ quietFrom: from, quietTo: to }: NewsSettings, time: string): boolean {
  if (from === "" || to === "" || from === to) return false;
  return from < to ? from <= time && time < to : from <= time || time < to;
}

const keptAs = (user: string) => `news:${user}`;

/** Reads a person's settings stored on this device. */
export const newsSettingsOf = (user: string): NewsSettings => parseNewsSettings(localStorage.getItem(keptAs(user)));

/** Stores a person's settings on this device; other tabs read them when the next message arrives. */
export const keepNewsSettings = (user: string, settings: NewsSettings): void =>
  localStorage.setItem(keptAs(user), JSON.stringify(settings));
