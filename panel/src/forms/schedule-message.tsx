import { useState } from "react";
import { FormDialog } from "../ui/Dialog.tsx";
import { fieldTime } from "../ui/field-time.ts";
import { TextField } from "../ui/TextField.tsx";
import { NO_REQUEST } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

const DAY_MS = 86_400_000;
const MOST_DAYS = 30;

/** Asks when to send; sends nothing itself. */
export function ScheduleForm({
  sendAt,
  onClose,
  onChosen,
}: {
  /** ISO 8601 with offset; null: no time chosen yet. */
  sendAt: string | null;
  onClose: () => void;
  onChosen: (sendAt: string) => void;
}) {
  const t = useWords("chats");
  const [opened] = useState(() => Date.now());
  const [given, setGiven] = useState(() => fieldTime(sendAt));
  const time = given === "" ? null : new Date(given);
  const isFit = time !== null && time.getTime() > opened - 60_000 && time.getTime() < opened + MOST_DAYS * DAY_MS;
  return (
    <FormDialog
      title={t("sendLater")}
      onClose={onClose}
      submitLabel={t("schedule")}
      change={{
        ...NO_REQUEST,
        send: () => {
          if (isFit && time) onChosen(time.toISOString());
        },
      }}
    >
      <TextField
        label={t("sendAtLabel")}
        hint={t("sendAtHint")}
        type="datetime-local"
        value={given}
        onChange={setGiven}
        validate={() => (given === "" || isFit ? null : t("sendAtPast"))}
        isRequired
        autoFocus
      />
    </FormDialog>
  );
}
