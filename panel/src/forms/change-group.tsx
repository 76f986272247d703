import { useState } from "react";
import { DISAPPEARING_SECONDS } from "../../../core/contracts/durations.ts";
import type { Group } from "../../../core/contracts/groups/group.ts";
import type { Instance } from "../../../core/contracts/instance.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { changeGroup, groupReads } from "../api/groups.ts";
import { Checkbox } from "../ui/Choices.tsx";
import { FormDialog } from "../ui/Dialog.tsx";
import { NativeSelect } from "../ui/NativeSelect.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

const DAY_SEC = 86_400;
const SWITCHES = ["messages_admins_only", "info_admins_only", "add_admins_only", "join_approval"] as const;

type Settings = Group["settings"];

/**
 * Changes a group's name and description and, if the number is a group admin, its settings. Only changed fields are
 * sent.
 */
export function ChangeGroupForm({ group, number, onClose }: { group: Group; number: Instance; onClose: () => void }) {
  const t = useWords("groups");
  const common = useWords("common");
  const [subject, setSubject] = useState(group.subject);
  const [description, setDescription] = useState(group.description ?? "");
  const [settings, setSettings] = useState(group.settings);
  const save = useChange({
    send: () =>
      changeGroup(number.id, group.id, {
        ...(subject.trim() !== group.subject && { subject: subject.trim() }),
        ...(description.trim() !== (group.description ?? "") && { description: description.trim() }),
        ...changedSettings(group.settings, settings),
      }),
    renews: groupReads(number.id),
    said: common("saved"),
    onDone: onClose,
  });
  const isAdmin = group.my_role !== "member";
  const times = [...new Set<number>([...DISAPPEARING_SECONDS, group.settings.disappearing_seconds])];
  return (
    <FormDialog title={t("change")} onClose={onClose} submitLabel={common("save")} change={save}>
      <TextField
        name="subject"
        label={t("subject")}
        value={subject}
        onChange={setSubject}
        maxLength={LIMITS.groupSubjectMaxChars}
        autoComplete="off"
        isRequired
        autoFocus
      />
      <TextField
        name="description"
        label={t("description")}
        value={description}
        onChange={setDescription}
        maxLength={LIMITS.groupDescriptionMaxChars}
        rows={4}
        isOptional
      />
      {isAdmin ? (
        <>
          {SWITCHES.map((name) => (
            <Checkbox
              key={name}
              isSelected={settings[name]}
              onChange={(isOn) => setSettings({ ...settings, [name]: isOn })}
            >
              {t(`set_${name}`)}
            </Checkbox>
          ))}
          <NativeSelect
            label={t("disappearing")}
            value={String(settings.disappearing_seconds)}
            onChange={(chosen) => setSettings({ ...settings, disappearing_seconds: Number(chosen) })}
            choices={times.map((seconds) => ({
              id: String(seconds),
              label:
                seconds === 0
                  ? t("disappearingNever")
                  : t("disappearingAfter", { days: Math.max(1, Math.round(seconds / DAY_SEC)) }),
            }))}
          />
        </>
      ) : null}
    </FormDialog>
  );
}

function changedSettings(before: Settings, after: Settings): { settings?: object } {
  const names = Object.keys(after) as (keyof Settings)[];
  const changed = names.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]);
  return changed.length === 0 ? {} : { settings: Object.fromEntries(changed) };
}
