import { useState } from "react";
import type { Broadcast } from "../../../../core/contracts/broadcasts/broadcast.ts";
import { BROADCAST_READS, changeBroadcast } from "../../api/broadcasts.ts";
import { FormDialog } from "../../ui/Dialog.tsx";
import { fieldTime, momentOf } from "../../ui/field-time.ts";
import { TextField } from "../../ui/TextField.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useZone } from "../../ui/use-zone.ts";
import { useWords } from "../../words/use-words.ts";
import { StartAndPace } from "./StartAndPace.tsx";

const typed = (value: number | null) => (value === null ? "" : String(value));
const given = (text: string) => (text.trim() === "" ? null : Number(text));

/** Changes the text, start and pace of a broadcast that hasn't started. The recipients can't be changed. */
export function ChangeBroadcastForm({ broadcast, onClose }: { broadcast: Broadcast; onClose: () => void }) {
  const t = useWords("broadcasts");
  const c = useWords("common");
  const zone = useZone();
  const [name, setName] = useState(broadcast.name ?? "");
  const [text, setText] = useState(broadcast.text);
  const [pace, setPace] = useState({
    startAt: fieldTime(broadcast.start_at, zone),
    interval: typed(broadcast.interval_seconds),
    perDay: typed(broadcast.per_day),
  });
  const changing = useChange({
    send: () =>
      changeBroadcast(broadcast.id, {
        name: name.trim() === "" ? null : name,
        text,
        // The field is only precise to the minute. The start is sent only if the user edited it, because saving would
        // otherwise round the time.
        ...(pace.startAt !== fieldTime(broadcast.start_at, zone) && { start_at: momentOf(pace.startAt, zone) }),
        interval_seconds: given(pace.interval),
        per_day: given(pace.perDay),
      }),
    renews: BROADCAST_READS,
    onDone: onClose,
  });
  return (
    <FormDialog title={t("editTitle")} onClose={onClose} submitLabel={c("save")} change={changing}>
      <TextField label={t("name")} hint={t("nameHint")} name="name" value={name} onChange={setName} isOptional />
      <TextField
        label={t("text")}
        hint={t("textHint")}
        name="text"
        value={text}
        onChange={setText}
        rows={6}
        isRequired
        autoFocus
      />
      <StartAndPace
        value={pace}
        instance={broadcast.instance_id}
        onChange={(change) => setPace((before) => ({ ...before, ...change }))}
      />
    </FormDialog>
  );
}
