import { useQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRef } from "react";
import { labelsQuery } from "../../api/labels.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Choices.tsx";
import { NativeSelect } from "../../ui/NativeSelect.tsx";
import { Card } from "../../ui/Page.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Broadcasts.module.css";
import { givenPeople } from "./given-people.ts";
import { StartAndPace } from "./StartAndPace.tsx";
import type { StepProps } from "./TextStep.tsx";

const AUDIENCES = ["recent", "label", "phones"] as const;

/** The second step: who gets it, when it starts and how fast it is sent. */
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
  const { people, wrongLines, fields } = givenPeople(given.list);
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
            void event.target.files?.[0]?.text().then(set("list"));
            event.target.value = "";
          }}
        />
      </div>
      <p className={css.quiet}>{t("listCount", { count: people.length })}</p>
      {fields.length > 0 ? (
        <p className={css.quiet}>{t("listFields", { fields: fields.map((field) => `{${field}}`).join(", ") })}</p>
      ) : null}
      {wrongLines.length > 0 ? (
        <p className={css.wrong}>
          {t("listWrong", { count: wrongLines.length, lines: wrongLines.slice(0, 10).join(", ") })}
        </p>
      ) : null}
    </Card>
  );
}
