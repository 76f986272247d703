import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import { setLabels } from "../../api/chats.ts";
import { createLabel, labelsQuery } from "../../api/labels.ts";
import { partOf } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Choices.tsx";
import { FormDialog } from "../../ui/Dialog.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import { putChat } from "./live-cache.ts";

const COLORS = 20;

/** Asks which labels a chat should have. New labels can be created in the form. */
export function ChooseLabelsForm({ chat, name, onClose }: { chat: Chat; name: string; onClose: () => void }) {
  const t = useWords("chats");
  const common = useWords("common");
  const queries = useQueryClient();
  const labels = useQuery(labelsQuery(chat.instance_id)).data ?? [];
  const [chosen, choose] = useState<readonly number[]>(chat.labels);
  const [newName, setNewName] = useState("");
  const save = useChange({
    send: () => setLabels(chat.instance_id, chat.id, chosen),
    onAnswer: (changed) => putChat(queries, changed),
    renews: [partOf("labels.list", { id: chat.instance_id })],
    said: common("saved"),
    onDone: onClose,
  });
  const make = useChange({
    send: () => createLabel(chat.instance_id, { name: newName.trim(), color: labels.length % COLORS }),
    renews: [partOf("labels.list", { id: chat.instance_id })],
    onDone: ({ id }) => {
      choose((before) => [...before, id]);
      setNewName("");
    },
  });
  const isFull = chosen.length > LIMITS.labelsOfChatMax;
  return (
    <FormDialog
      title={`${t("labels")}: ${name}`}
      onClose={onClose}
      submitLabel={common("save")}
      change={isFull ? { ...save, send: () => undefined } : save}
    >
      {labels.map((label) => (
        <Checkbox
          key={label.id}
          isSelected={chosen.includes(label.id)}
          onChange={(isOn) => choose(isOn ? [...chosen, label.id] : chosen.filter((id) => id !== label.id))}
        >
          <bdi>{label.name}</bdi>
        </Checkbox>
      ))}
      {isFull ? <p role="alert">{t("labelsMost")}</p> : null}
      <TextField
        label={t("newLabel")}
        hint={t("newLabelHint")}
        value={newName}
        onChange={setNewName}
        maxLength={LIMITS.labelNameMaxChars}
        autoComplete="off"
      />
      <SubmitError error={make.error} />
      <div>
        <Button
          isSmall
          isPending={make.isPending}
          disabledReason={newName.trim() === "" ? t("newLabelHint") : null}
          onPress={() => make.send()}
        >
          {t("makeLabel")}
        </Button>
      </div>
    </FormDialog>
  );
}
