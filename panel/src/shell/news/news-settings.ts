/** How this device notifies a user of new messages. */
export interface NewsSettings {
  /** Whether the browser shows notifications. Turning this on makes the browser ask for permission. */
  notify: boolean;
  sound: boolean;
  /** The ids of the numbers that this user gets no notifications for. */
  silent: readonly string[];
  /**
   * The start of the quiet hours in the user's time zone, such as "22:00". Nothing is shown or played until `quietTo`.
   * If both are equal, there are no quiet hours.
   */
  quietFrom: string;
  quietTo: string;
}

/** The initial settings: no notifications and no sound. */
export const NEWS_OFF: NewsSettings = { notify: false, sound: false, silent: [], quietFrom: "", quietTo: "" };

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const timeOf = (given: unknown): string => (typeof given === "string" && TIME.test(given) ? given : "");

/** Parses stored settings. Invalid values count as not set. */
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

/** Whether a time of day, such as "23:30", falls within the quiet hours. They may span midnight. */
export function isQuietAt({ quietFrom: from, quietTo: to }: NewsSettings, time: string): boolean {
  if (from === "" || to === "" || from === to) return false;
  return from < to ? from <= time && time < to : from <= time || time < to;
}

const keptAs = (user: string) => `news:${user}`;

/** Loads the settings that a user has stored on this device. */
export const newsSettingsOf = (user: string): NewsSettings => parseNewsSettings(localStorage.getItem(keptAs(user)));

/** Stores a user's settings on this device. Other tabs load them when the next message arrives. */
export const keepNewsSettings = (user: string, settings: NewsSettings): void =>
  localStorage.setItem(keptAs(user), JSON.stringify(settings));
