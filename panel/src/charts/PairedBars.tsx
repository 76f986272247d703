import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Page.tsx";
import { Table } from "../ui/Table.tsx";
import { useWords } from "../words/use-words.ts";
import css from "./PairedBars.module.css";
import { bandScale, linearScale } from "./scales.ts";

const WIDTH = 720;
const HEIGHT = 200;
const LEFT = 40;
const BOTTOM = 24;
const TOP = 8;
const LABELS_MAX = 8;

/** A pair of values, and a label for their day or hour. */
export interface BarPair {
  id: string;
  label: string;
  values: readonly [number, number];
}

/**
 * A chart with two bars for each day or hour. The second bar differs in its outline as well as its color. The same
 * numbers are available in a table, which anyone can open.
 */
export function PairedBars({
  label,
  title,
  names,
  pairs,
}: {
  /** Text that describes what the chart shows. */
  label: string;
  /** The title of the table's first column. */
  title: string;
  names: readonly [string, string];
  pairs: readonly BarPair[];
}) {
  const t = useWords("statistics");
  const [isTable, showTable] = useState(false);
  return (
    <Card>
      <p className={css.legend}>
        <span className={css.first}>{names[0]}</span>
        <span className={css.second}>{names[1]}</span>
      </p>
      <Bars label={label} pairs={pairs} />
      <div className={css.toggle}>
        <Button isSmall aria-expanded={isTable} onPress={() => showTable(!isTable)}>
          {t(isTable ? "hideTable" : "showTable")}
        </Button>
      </div>
      {isTable ? (
        <Table
          label={label}
          keyOf={({ id }) => id}
          rows={pairs}
          columns={[
            { id: "of", title, cell: ({ label: of }) => of },
            { id: "first", title: names[0], cell: ({ values }) => values[0], isNumber: true },
            { id: "second", title: names[1], cell: ({ values }) => values[1], isNumber: true },
          ]}
        />
      ) : null}
    </Card>
  );
}

function Bars({ label, pairs }: { label: string; pairs: readonly BarPair[] }) {
  const most = Math.max(5, ...pairs.flatMap(({ values }) => values));
  const x = bandScale(pairs.length, [LEFT, WIDTH], 0.8);
  const y = linearScale(most, [HEIGHT - BOTTOM, TOP]);
  const every = Math.max(1, Math.ceil(pairs.length / LABELS_MAX));
  const width = x.width / 2;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={css.scroll} aria-label={label} tabIndex={0}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className={css.chart}>
        {y.ticks.map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={WIDTH} y1={y.at(tick)} y2={y.at(tick)} className={css.grid} />
            <text x={LEFT - 8} y={y.at(tick)} dy="0.32em" textAnchor="end" className={css.tick}>
              {tick}
            </text>
          </g>
        ))}
        {pairs.map(({ id, label: of, values }, place) => (
          <g key={id}>
            {values.map((value, which) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: there are always these two
                key={which}
                x={x.at(place) + which * width}
                y={y.at(value)}
                width={width * 0.9}
                height={y.at(0) - y.at(value)}
                className={which === 0 ? css.barFirst : css.barSecond}
              />
            ))}
            {place % every === 0 ? (
              <text x={x.at(place) + width} y={HEIGHT - 6} textAnchor="middle" className={css.tick}>
                {of}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
    </section>
  );
}
