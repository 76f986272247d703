import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import css from "./Table.module.css";

/** A table column. If `isFirst` is set, screen readers use its cells as row names. */
export interface Column<Row> {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** Shows the title to screen readers only, e.g. for a column of buttons. */
  isTitleHidden?: boolean;
}

/** Tables with more columns than this use narrower gaps between them. */
const MANY = 5;

/** A table of records. On narrow screens, each row becomes a small card that repeats the column titles. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}) {
  return (
    <div className={css.frame}>
      <table className={classNames(css.table, columns.length > MANY && css.ofMany)} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ id, title, isNumber, isTitleHidden }) => (
              <th key={id} scope="col" className={isNumber ? css.number : undefined}>
                {isTitleHidden ? <span className="hidden-visually">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ id, title, cell, isNumber, isTitleHidden }, place) => {
                const props = {
                  className: isNumber ? css.number : undefined,
                  ...(!isTitleHidden && place > 0 && { "data-title": title }),
                };
                return place === 0 ? (
                  <th key={id} scope="row" {...props}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id} {...props}>
                    {cell(row)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
