import { useCatalogs } from "../words/use-words.ts";
import { useZone } from "./use-zone.ts";

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/**
 * Displays a time. Times close to now are relative, with the exact time as a tooltip. With `isExact`, the date and time
 * are always shown.
 */
export function Time({ at, isExact = false, zone }: { at: string; isExact?: boolean; zone?: string }) {
  const { locale } = useCatalogs();
  const own = useZone();
  const date = new Date(at);
  const exact = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: zone ?? own,
  }).format(date);
  return (
    <time dateTime={at} title={exact}>
      {isExact ? exact : relative(date, new Date(), locale, exact)}
    </time>
  );
}

/** Formats a time less than a week away in words, such as `3 hours ago`, and any other time as a date. */
function relative(date: Date, now: Date, locale: string, exact: string): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  if (Math.abs(seconds) > 7 * 86_400) return exact;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(0, "minute");
}
