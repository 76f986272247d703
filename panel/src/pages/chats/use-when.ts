import { useZone } from "../../ui/use-zone.ts";
import { zoneName } from "../../ui/zone-name.ts";
import { useCatalogs, useWords } from "../../words/use-words.ts";

const DAY_MS = 86_400_000;

/** Formats times the way people mention them in a list or a sentence, in the user's zone or a given one. */
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
    /** `Today`, `Yesterday`, or the date. @param day `2026-11-20`. */
    day: (day: string) =>
      nearDay(day, own) ??
      new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }).format(
        new Date(`${day}T12:00:00Z`),
      ),
    /** In a row of a list: the time if today, otherwise the day. */
    short: (at: string) => {
      const day = dayOf(new Date(at), own);
      const near = nearDay(day, own);
      if (near === t("today")) return hour(at);
      return near ?? new Intl.DateTimeFormat(locale, { dateStyle: "short", timeZone: own }).format(new Date(at));
    },
    /** In a sentence: the time if today, otherwise also its day; with the zone's name if it is not the reader's. */
    within: (at: string, zone: string | null) => {
      const timeZone = zone ?? own;
      const isToday = dayOf(new Date(at), timeZone) === dayOf(new Date(), timeZone);
      const style = { dateStyle: "medium", timeStyle: "short", timeZone } as const;
      const said = isToday ? hour(at, timeZone) : new Intl.DateTimeFormat(locale, style).format(new Date(at));
      return timeZone === own ? said : t("inZone", { at: said, zone: zoneName(timeZone) });
    },
  };
}
