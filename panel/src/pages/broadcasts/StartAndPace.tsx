import { TextField } from "../../ui/TextField.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Broadcasts.module.css";

/** A broadcast's start and pace, as typed. */
export interface Pace {
  startAt: string;
  interval: string;
  perDay: string;
}

/** Fields for a broadcast's start, by the device's named time zone, and for a slower pace. */
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
