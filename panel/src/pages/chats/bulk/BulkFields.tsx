import { useQuery } from "@tanstack/react-query";
import { useColleagues } from "../../../api/colleagues.ts";
import { labelsQuery } from "../../../api/labels.ts";
import { useMe } from "../../../shell/use-me.ts";
import { Checkbox, RadioGroup } from "../../../ui/Choices.tsx";
import { useWords } from "../../../words/use-words.ts";
import { useColleagueName } from "../team/use-colleague-name.ts";
import { type BulkAct, type BulkChoice, NOBODY } from "./use-bulk-acts.ts";

/**
 * Explains what will happen to the chats, and asks for labels or a colleague. @param instance the number whose labels
 * are shown.
 */
export function BulkFields({
  act,
  instance,
  choice,
  onChange,
}: {
  act: BulkAct;
  instance: string;
  choice: BulkChoice;
  onChange: (choice: BulkChoice) => void;
}) {
  const t = useWords("bulk");
  return (
    <>
      <p>{t(`ask_${act}`)}</p>
      {act === "label" ? (
        <Labels instance={instance} chosen={choice.labels} onChange={(labels) => onChange({ ...choice, labels })} />
      ) : null}
      {act === "assign" ? (
        <Assignee value={choice.assignee} onChange={(assignee) => onChange({ ...choice, assignee })} />
      ) : null}
    </>
  );
}

function Labels({
  instance,
  chosen,
  onChange,
}: {
  instance: string;
  chosen: readonly number[];
  onChange: (labels: readonly number[]) => void;
}) {
  const t = useWords("bulk");
  const labels = useQuery(labelsQuery(instance)).data;
  if (labels?.length === 0) return <p>{t("noLabels")}</p>;
  return labels?.map(({ id, name }) => (
    <Checkbox
      key={id}
      isSelected={chosen.includes(id)}
      onChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))}
    >
      <bdi>{name}</bdi>
    </Checkbox>
  ));
}

function Assignee({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const t = useWords("teamwork");
  const me = useMe().user.id;
  const nameOf = useColleagueName();
  const colleagues = useColleagues().map(({ id, email }) => {
    const own = nameOf(id);
    return { id, label: id === me ? t("me", { name: own }) : own, ...(own !== email && { hint: email }) };
  });
  const choices = [{ id: NOBODY, label: t("nobody") }, ...colleagues];
  return <RadioGroup label={t("assign")} value={value} onChange={onChange} choices={choices} />;
}
