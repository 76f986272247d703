import { TextField } from "../../ui/TextField.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Broadcasts.module.css";

/** When a broadcast begins and how fast it goes, as they are typed. */
export interface Pace {
  startAt: string;
  interval: string;
  perDay: string;
}

/** What the browser's field takes: the device's own clock, without a zone. @param at ISO 8601; null: "". */
export function fieldTime(at: string | null): string {
  if (at === null) return "";
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The moment that was typed, by the device's clock. @returns ISO 8601; null: none, or half of one. */
export function momentOf(typed: string): string | null {
  const date = new Date(typed);
  return typed === "" || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Fields for when it begins, by the device's clock, which is named, and for a slower pace. */
export function StartAndPace({ value, onChange }: { value: Pace; onChange: (change: Partial<Pace>) => void }) {
  const t = useWords("broadcasts");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <TextField
        label={t("startAt")}
        hint={t("startAtHint", { zone })}
        name="start_at"
        type="datetime-local"
        value={value.startAt}
        onChange={(startAt) => onChange({ startAt })}
        isOptional
      />
      <div className={css.pair}>
        <TextField
          label={t("interval")}
          name="interval_seconds"
          inputMode="numeric"
          value={value.interval}
          onChange={(interval) => onChange({ interval })}
          isOptional
        />
        <TextField
          label={t("perDay")}
          name="per_day"
          inputMode="numeric"
          value={value.perDay}
          onChange={(perDay) => onChange({ perDay })}
          isOptional
        />
      </div>
      <p className={css.quiet}>{t("paceHint")}</p>
    </>
  );
}
