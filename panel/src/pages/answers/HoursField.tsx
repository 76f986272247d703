import type { Hours } from "../../../../core/contracts/answers/answer-states.ts";
import { Checkbox, Switch } from "../../ui/Choices.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Answers.module.css";

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const USUAL: Hours = { days: ["mon", "tue", "wed", "thu", "fri"], from: "09:00", to: "18:00" };

/** A field for opening hours. If it is empty, the business is always open. */
export function HoursField({
  hours,
  onChange,
  isOff,
}: {
  hours: Hours | null;
  onChange: (hours: Hours | null) => void;
  isOff: boolean;
}) {
  const t = useWords("answers");
  return (
    <div className={css.form}>
      <Switch
        isSelected={hours !== null}
        onChange={(isOn) => onChange(isOn ? USUAL : null)}
        isDisabled={isOff}
        hint={t("hoursHint")}
      >
        {t("hours")}
      </Switch>
      {hours ? (
        <div className={css.hours}>
          {DAYS.map((day) => (
            <Checkbox
              key={day}
              isSelected={hours.days.includes(day)}
              isDisabled={isOff}
              onChange={(isOn) =>
                onChange({ ...hours, days: DAYS.filter((one) => (one === day ? isOn : hours.days.includes(one))) })
              }
            >
              {t(`day_${day}`)}
            </Checkbox>
          ))}
          {(["from", "to"] as const).map((end) => (
            <label key={end} className={css.time}>
              {t(end)}
              <input
                type="time"
                value={hours[end]}
                disabled={isOff}
                onChange={(event) => onChange({ ...hours, [end]: event.target.value })}
              />
            </label>
          ))}
        </div>
      ) : null}
    </div>
  );
}
