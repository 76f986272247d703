import { useQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRef } from "react";
import { AS_NAMED, type GivenPeople, givenPeople } from "../../../../core/contracts/people-files/given-people.ts";
import { NO_COLUMN } from "../../../../core/contracts/people-files/sheet-columns.ts";
import { labelsQuery } from "../../api/labels.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Choices.tsx";
import { NativeSelect } from "../../ui/NativeSelect.tsx";
import { Card } from "../../ui/Page.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Broadcasts.module.css";
import { StartAndPace } from "./StartAndPace.tsx";
import { sheetText } from "./sheet-text.ts";
import type { StepProps } from "./TextStep.tsx";

const ROW_FAULTS = ["noPhone", "rounded", "lostLetters"] as const;
const AUDIENCES = ["recent", "label", "phones"] as const;

/** The second step: who receives the broadcast, when it starts, and how fast it is sent. */
export function PeopleStep({ given, set }: StepProps) {
  const t = useWords("broadcasts");
  return (
    <div className={css.fields}>
      <NativeSelect
        label={t("audience")}
        hint={t(`audience_${given.audience}Hint`)}
        choices={AUDIENCES.map((id) => ({ id, label: t(`audience_${id}`) }))}
        value={given.audience}
        onChange={(id) => set("audience")(AUDIENCES.find((one) => one === id) ?? "recent")}
      />
      {given.audience === "recent" ? (
        <>
          <TextField label={t("days")} name="days" inputMode="numeric" value={given.days} onChange={set("days")} />
          <Checkbox isSelected={given.saved} onChange={set("saved")} hint={t("savedHint")}>
            {t("saved")}
          </Checkbox>
        </>
      ) : null}
      {given.audience === "label" ? <LabelField given={given} set={set} /> : null}
      {given.audience === "phones" ? <ListField given={given} set={set} /> : null}
      <StartAndPace
        instance={given.instance}
        value={given}
        onChange={(change) => {
          if (change.startAt !== undefined) set("startAt")(change.startAt);
          if (change.interval !== undefined) set("interval")(change.interval);
          if (change.perDay !== undefined) set("perDay")(change.perDay);
        }}
      />
    </div>
  );
}

function LabelField({ given, set }: StepProps) {
  const t = useWords("broadcasts");
  const labels = useQuery(labelsQuery(given.instance)).data ?? [];
  return (
    <NativeSelect
      label={t("label")}
      hint={labels.length === 0 ? t("noLabels") : undefined}
      choices={[
        { id: "", label: t("chooseLabel") },
        ...labels.map(({ id, name, count }) => ({ id: String(id), label: `${name} · ${count}` })),
      ]}
      value={given.label}
      onChange={set("label")}
    />
  );
}

function ListField({ given, set }: StepProps) {
  const t = useWords("broadcasts");
  const input = useRef<HTMLInputElement>(null);
  const read = givenPeople(given.list, given.columns);
  const { people, fields } = read;
  return (
    <Card>
      <TextField
        label={t("list")}
        name="recipients"
        placeholder={t("listExample")}
        value={given.list}
        onChange={set("list")}
        rows={8}
        isMono
      />
      <div className={css.buttons}>
        <Button isSmall icon={<FileUp aria-hidden="true" />} onPress={() => input.current?.click()}>
          {t("listFile")}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          hidden
          aria-label={t("listFile")}
          onChange={(event) => {
            const file = event.target.files?.[0];
            void file?.arrayBuffer().then((bytes) => {
              set("columns")(AS_NAMED);
              set("list")(sheetText(new Uint8Array(bytes)));
            });
            event.target.value = "";
          }}
        />
      </div>
      <p className={css.quiet}>{t("listCount", { count: people.length })}</p>
      {fields.length > 0 ? (
        <p className={css.quiet}>{t("listFields", { fields: fields.map((field) => `{${field}}`).join(", ") })}</p>
      ) : null}
      <ColumnFields read={read} set={set} given={given} />
      <WrongLines lines={read.wrongLines} />
    </Card>
  );
}

/** Shows which columns were recognized as the phone number and the name. The user can change them. */
function ColumnFields({ read, given, set }: StepProps & { read: GivenPeople }) {
  const t = useWords("broadcasts");
  if (read.columns.length < 2) return null;
  const choices = read.columns.map((name, at) => ({ id: String(at), label: name || String(at + 1) }));
  return (
    <div className={css.buttons}>
      <NativeSelect
        label={t("phoneColumn")}
        choices={choices}
        value={String(read.phoneColumn)}
        onChange={(at) => set("columns")({ ...given.columns, phone: Number(at) })}
      />
      <NativeSelect
        label={t("nameColumn")}
        choices={[{ id: "", label: t("noColumn") }, ...choices]}
        value={read.nameColumn === null ? "" : String(read.nameColumn)}
        onChange={(at) => set("columns")({ ...given.columns, name: at === "" ? NO_COLUMN : Number(at) })}
      />
    </div>
  );
}

/** For each kind of problem, shows the first few rows in which no person was found. */
function WrongLines({ lines }: { lines: GivenPeople["wrongLines"] }) {
  const t = useWords("broadcasts");
  return ROW_FAULTS.map((fault) =>
    lines[fault].length > 0 ? (
      <p key={fault} className={css.wrong}>
        {t(`list_${fault}`, { count: lines[fault].length, lines: lines[fault].slice(0, 10).join(", ") })}
      </p>
    ) : null,
  );
}
