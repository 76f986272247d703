import { useState } from "react";
import { FormDialog } from "../ui/Dialog.tsx";
import { fieldTime, momentOf } from "../ui/field-time.ts";
import { TextField } from "../ui/TextField.tsx";
import { NO_REQUEST } from "../ui/use-change.ts";
import { useZone } from "../ui/use-zone.ts";
import { zoneName } from "../ui/zone-name.ts";
import { useCatalogs, useWords } from "../words/use-words.ts";

const DAY_MS = 86_400_000;
const MOST_DAYS = 30;

/**
 * Asks when to send a message, in the user's time zone. If the number's zone is different, also shows the time in that
 * zone. Doesn't send anything itself.
 */
export function ScheduleForm({
  sendAt,
  numberZone,
  onClose,
  onChosen,
}: {
  /** An ISO 8601 time with offset, or null if no time has been chosen yet. */
  sendAt: string | null;
  /** The number's time zone, or null if unknown. */
  numberZone: string | null;
  onClose: () => void;
  onChosen: (sendAt: string) => void;
}) {
  const t = useWords("chats");
  const zone = useZone();
  const { locale } = useCatalogs();
  const [opened] = useState(() => Date.now());
  const [given, setGiven] = useState(() => fieldTime(sendAt, zone));
  const sendTime = momentOf(given, zone);
  const ms = sendTime === null ? Number.NaN : Date.parse(sendTime);
  const isFit = ms > opened - 60_000 && ms < opened + MOST_DAYS * DAY_MS;
  const there = (timeZone: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone }).format(ms);
  return (
    <FormDialog
      title={t("sendLater")}
      onClose={onClose}
      submitLabel={t("schedule")}
      change={{
        ...NO_REQUEST,
        send: () => {
          if (isFit && sendTime) onChosen(sendTime);
        },
      }}
    >
      <TextField
        label={t("sendAtLabel")}
        hint={t("sendAtHint", { zone: zoneName(zone) })}
        type="datetime-local"
        value={given}
        onChange={setGiven}
        validate={() => (given === "" || isFit ? null : t("sendAtPast"))}
        isRequired
        autoFocus
      />
      {isFit && numberZone !== null && there(numberZone) !== there(zone) ? (
        <p role="status">{t("sendAtThere", { at: there(numberZone), zone: zoneName(numberZone) })}</p>
      ) : null}
    </FormDialog>
  );
}
