import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Chat } from "../../../../../core/contracts/chats/chat.ts";
import { changeChat } from "../../../api/chats.ts";
import { partOf } from "../../../api/query.ts";
import { RadioGroup } from "../../../ui/Choices.tsx";
import { FormDialog } from "../../../ui/Dialog.tsx";
import { fieldTime, momentOf } from "../../../ui/field-time.ts";
import { TextField } from "../../../ui/TextField.tsx";
import { useChange } from "../../../ui/use-change.ts";
import { useZone } from "../../../ui/use-zone.ts";
import { zoneName } from "../../../ui/zone-name.ts";
import { useWords } from "../../../words/use-words.ts";
import { putChat } from "../live-cache.ts";
import { isSnoozeTime, SNOOZES, type Snooze, snoozeTimes } from "../rules/team.ts";
import { useWhen } from "../use-when.ts";

const OTHER = "other";

/**
 * Asks how long to snooze a chat, in the user's time zone. The chat isn't snoozed if it has a new message that the user
 * hasn't seen.
 */
export function SnoozeForm({ chat, name, onClose }: { chat: Chat; name: string; onClose: () => void }) {
  const t = useWords("teamwork");
  const queries = useQueryClient();
  const zone = useZone();
  const when = useWhen();
  const [opened] = useState(() => new Date());
  const [last] = useState(chat.last_message?.id);
  const times = snoozeTimes(opened, zone);
  const [chosen, choose] = useState<string>("hour");
  const [typed, type] = useState(() => fieldTime(times.tomorrow, zone));
  const until = chosen === OTHER ? momentOf(typed, zone) : times[chosen as Snooze]; // the choices are made of SNOOZES
  const isFit = isSnoozeTime(until, opened.getTime());
  const save = useChange({
    send: () =>
      changeChat(chat.instance_id, chat.id, {
        snoozed_until: until,
        ...(last !== undefined && { if_last_message_id: last }),
      }),
    onAnswer: (changed) => putChat(queries, changed),
    words: { codes: { conflict: t("err_newer") } },
    renews: [partOf("chats.get", { id: chat.instance_id })],
    isRenewedAfterFailure: true,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t("snoozeTitle", { name })}
      onClose={onClose}
      submitLabel={t("snooze")}
      change={isFit ? save : { ...save, send: () => undefined }}
    >
      <p>{t("snoozeHint")}</p>
      <RadioGroup
        label={t("snoozeFor")}
        value={chosen}
        onChange={choose}
        choices={[
          ...SNOOZES.map((id) => ({ id, label: t(`snooze_${id}`), hint: when.within(times[id], null) })),
          { id: OTHER, label: t("snooze_other") },
        ]}
      />
      {chosen === OTHER ? (
        <TextField
          label={t("snoozeAt")}
          hint={t("snoozeAtHint", { zone: zoneName(zone) })}
          type="datetime-local"
          value={typed}
          onChange={type}
          validate={() => (isFit ? null : t("snoozeAtWrong"))}
          isRequired
          autoFocus
        />
      ) : null}
    </FormDialog>
  );
}
