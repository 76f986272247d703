import { useState } from "react";
import type { ProtectionDay } from "../../../../core/contracts/panel/live.ts";
import { bandScale, linearScale } from "../../charts/scales.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Page.tsx";
import { Table } from "../../ui/Table.tsx";
import { useCatalogs, useWords } from "../../words/use-words.ts";
import css from "./ProtectionDays.module.css";

const WIDTH = 720;
const HEIGHT = 200;
const LEFT = 32;
const BOTTOM = 24;
const TOP = 8;

/**
 * A chart with each day's new people as bars and the daily limit as a line. The same figures are also available as a
 * table.
 */
export function ProtectionDays({ days }: { days: readonly ProtectionDay[] }) {
  const t = useWords("protection");
  const [isTable, showTable] = useState(false);
  if (days.length === 0) return <p className={css.none}>{t("noDays")}</p>;
  return (
    <Card>
      <p className={css.legend}>
        <span className={css.bars}>{t("legendPeople")}</span>
        <span className={css.line}>{t("legendCap")}</span>
      </p>
      <Chart days={days} />
      <div className={css.toggle}>
        <Button isSmall aria-expanded={isTable} onPress={() => showTable(!isTable)}>
          {isTable ? t("hideTable") : t("showTable")}
        </Button>
      </div>
      {isTable ? <DayTable days={days} /> : null}
    </Card>
  );
}

function Chart({ days }: { days: readonly ProtectionDay[] }) {
  const t = useWords("protection");
  const format = useDay();
  const most = Math.max(5, ...days.map(({ cap, new_people: people }) => Math.max(cap ?? 0, people)));
  const x = bandScale(days.length, [LEFT, WIDTH]);
  const y = linearScale(most, [HEIGHT - BOTTOM, TOP]);
  const every = Math.max(1, Math.ceil(days.length / 8));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={css.scroll} aria-label={t("daysTitle")} tabIndex={0}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t("chartLabel")} className={css.chart}>
        {y.ticks.map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={WIDTH} y1={y.at(tick)} y2={y.at(tick)} className={css.grid} />
            <text x={LEFT - 8} y={y.at(tick)} dy="0.32em" textAnchor="end" className={css.tick}>
              {tick}
            </text>
          </g>
        ))}
        {days.map(({ day, new_people: people, cap }, place) => {
          const left = x.at(place);
          return (
            <g key={day}>
              <rect
                x={left}
                y={y.at(people)}
                width={x.width}
                height={y.at(0) - y.at(people)}
                rx={2}
                className={css.bar}
              />
              {cap === null ? null : (
                <line x1={left - 3} x2={left + x.width + 3} y1={y.at(cap)} y2={y.at(cap)} className={css.cap} />
              )}
              {place % every === 0 ? (
                <text x={left + x.width / 2} y={HEIGHT - 6} textAnchor="middle" className={css.tick}>
                  {format(day)}
                </text>
              ) : null}
            </g>
          );
        })}
      </svg>
    </section>
  );
}

function DayTable({ days }: { days: readonly ProtectionDay[] }) {
  const t = useWords("protection");
  const format = useDay();
  const known = (value: number | null) => value ?? t("unknown");
  return (
    <Table
      label={t("daysTitle")}
      keyOf={({ day }) => day}
      rows={days.toReversed()}
      columns={[
        { id: "day", title: t("day"), cell: ({ day }) => format(day) },
        { id: "people", title: t("legendPeople"), cell: ({ new_people: people }) => people, isNumber: true },
        { id: "cap", title: t("legendCap"), cell: ({ cap }) => known(cap), isNumber: true },
        { id: "stage", title: t("stage"), cell: ({ stage }) => known(stage), isNumber: true },
        { id: "messages", title: t("messages"), cell: ({ messages }) => messages, isNumber: true },
        { id: "safety", title: t("safetyCol"), cell: ({ safety }) => known(safety), isNumber: true },
      ]}
    />
  );
}

/** Returns a function that formats a day's date. The day is already in the number's time zone. */
function useDay(): (day: string) => string {
  const { locale } = useCatalogs();
  const format = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}
