import { useZone } from "../../ui/use-zone.ts";
import { zoneName } from "../../ui/zone-name.ts";
import { useCatalogs, useWords } from "../../words/use-words.ts";

const DAY_MS = 86_400_000;

/** Formats times the way people write them in a list or a sentence, in the user's time zone by default. */
export function useWhen() {
  const { locale } = useCatalogs();
  const own = useZone();
  const t = useWords("chats");
  const dayOf = (date: Date, timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(date);
  const hour = (at: string, timeZone = own) =>
    new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone }).format(new Date(at));
  const nearDay = (day: string, timeZone: string): string | null => {
    if (day === dayOf(new Date(), timeZone)) return t("today");
    return day === dayOf(new Date(Date.now() - DAY_MS), timeZone) ? t("yesterday") : null;
  };

  return {
    hour,
    /** Formats a day as `Today`, `Yesterday`, or the date. @param day such as `2026-11-20`. */
    day: (day: string) =>
      nearDay(day, own) ??
      new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }).format(
        new Date(`${day}T12:00:00Z`),
      ),
    /** Formats a time for a list row: the time of day if it is today, otherwise the day. */
    short: (at: string) => {
      const day = dayOf(new Date(at), own);
      const near = nearDay(day, own);
      if (near === t("today")) return hour(at);
      return near ?? new Intl.DateTimeFormat(locale, { dateStyle: "short", timeZone: own }).format(new Date(at));
    },
    /**
     * Formats a time for use in a sentence: the time of day, along with the day if it isn't today. Adds the zone's name
     * if it isn't the user's own zone.
     */
    within: (at: string, zone: string | null) => {
      const timeZone = zone ?? own;
      const isToday = dayOf(new Date(at), timeZone) === dayOf(new Date(), timeZone);
      const style = { dateStyle: "medium", timeStyle: "short", timeZone } as const;
      const said = isToday ? hour(at, timeZone) : new Intl.DateTimeFormat(locale, style).format(new Date(at));
      return timeZone === own ? said : t("inZone", { at: said, zone: zoneName(timeZone) });
    },
  };
}
