import type { ImportList } from "../../../../../core/contracts/people-files/list-of.ts";
import { type ChosenColumns, NO_COLUMN } from "../../../../../core/contracts/people-files/sheet-columns.ts";
import { NativeSelect } from "../../../ui/NativeSelect.tsx";
import { Table } from "../../../ui/Table.tsx";
import { UserText } from "../../../ui/UserText.tsx";
import { useWords } from "../../../words/use-words.ts";
import { shownPhone } from "../../chats/rules/people.ts";
import css from "../Contacts.module.css";

const SHOWN = 5;
const LINES_SHOWN = 10;
const FAULTS = ["noPhone", "rounded", "lostLetters"] as const;

/** Shows the first people in the file, the columns that are used, and the rows that are left out. */
export function ImportPreview({
  list: { rows, wrong, nameless, table },
  columns,
  onColumns,
}: {
  list: ImportList;
  columns: ChosenColumns;
  onColumns: (columns: ChosenColumns) => void;
}) {
  const t = useWords("contacts");
  const choices = (table?.columns ?? []).map((name, at) => ({ id: String(at), label: name || String(at + 1) }));
  const first = rows.slice(0, SHOWN).map((row, at) => ({ ...row, at }));
  return (
    <>
      {table && choices.length > 1 ? (
        <div className={css.columns}>
          <NativeSelect
            label={t("phoneColumn")}
            choices={choices}
            value={String(table.phoneColumn)}
            onChange={(at) => onColumns({ ...columns, phone: Number(at) })}
          />
          <NativeSelect
            label={t("nameColumn")}
            choices={[{ id: "", label: t("noColumn") }, ...choices]}
            value={table.nameColumn === null ? "" : String(table.nameColumn)}
            onChange={(at) => onColumns({ ...columns, name: at === "" ? NO_COLUMN : Number(at) })}
          />
        </div>
      ) : null}
      <p role="status">{t("importRead", { n: rows.length })}</p>
      {first.length > 0 ? (
        <Table
          label={t("importFirst")}
          columns={[
            { id: "name", title: t("savedName"), cell: ({ name }) => <UserText isName>{name}</UserText> },
            { id: "phone", title: t("phone"), cell: ({ phone }) => <bdi dir="ltr">{shownPhone(phone)}</bdi> },
          ]}
          rows={first}
          keyOf={({ at }) => String(at)}
        />
      ) : null}
      {nameless > 0 ? <p>{t("importNameless", { n: nameless })}</p> : null}
      {FAULTS.map((fault) =>
        wrong[fault].length > 0 ? (
          <p key={fault}>
            {t(`import_${fault}`, { n: wrong[fault].length, lines: wrong[fault].slice(0, LINES_SHOWN).join(", ") })}
          </p>
        ) : null,
      )}
    </>
  );
}
