import { useQuery } from "@tanstack/react-query";
import { instancesQuery } from "../../api/instances.ts";
import { momentOf } from "../../ui/field-time.ts";
import { TextField } from "../../ui/TextField.tsx";
import { useZone } from "../../ui/use-zone.ts";
import { zoneName } from "../../ui/zone-name.ts";
import { useCatalogs, useWords } from "../../words/use-words.ts";
import css from "./Broadcasts.module.css";

/** A broadcast's start and pace, as typed by the user. */
export interface Pace {
  startAt: string;
  interval: string;
  perDay: string;
}

/**
 * Fields for when a broadcast starts and for a slower pace. The start is entered in the user's time zone, whose name is
 * shown, and is also displayed in the number's zone.
 */
export function StartAndPace({
  value,
  instance,
  onChange,
}: {
  value: Pace;
  /** The id of the number that sends the broadcast. */
  instance: string;
  onChange: (change: Partial<Pace>) => void;
}) {
  const t = useWords("broadcasts");
  const zone = useZone();
  const { locale } = useCatalogs();
  const numbers = useQuery(instancesQuery()).data;
  const numberZone = numbers?.find(({ id }) => id === instance)?.protection.quiet_hours.timezone ?? zone;
  const startAt = momentOf(value.startAt, zone);
  const there = (timeZone: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone }).format(
      new Date(startAt ?? 0),
    );
  return (
    <>
      <TextField
        label={t("startAt")}
        hint={t("startAtHint", { zone: zoneName(zone) })}
        name="start_at"
        type="datetime-local"
        value={value.startAt}
        onChange={(typed) => onChange({ startAt: typed })}
        isOptional
      />
      {startAt !== null && there(numberZone) !== there(zone) ? (
        <p className={css.quiet} role="status">
          {t("startAtThere", { at: there(numberZone), zone: zoneName(numberZone) })}
        </p>
      ) : null}
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
