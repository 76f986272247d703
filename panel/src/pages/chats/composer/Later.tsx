import { CalendarClock } from "lucide-react";
import { useState } from "react";
import type { Instance } from "../../../../../core/contracts/instance.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { useWords } from "../../../words/use-words.ts";
import type { useDraft } from "../use-drafts.ts";

const ScheduleForm = lazyPart(() => import("../../../forms/schedule-message.tsx"), "ScheduleForm");

/** The button for scheduling the draft. */
export function Later({
  drafting: { draft, change },
  refusal,
  number,
}: {
  drafting: ReturnType<typeof useDraft>;
  refusal: string | null;
  number: Instance | null;
}) {
  const t = useWords("chats");
  const [isAsked, ask] = useState(false);
  return (
    <>
      <IconButton
        label={t("sendLater")}
        icon={<CalendarClock aria-hidden="true" />}
        disabledReason={refusal}
        onPress={() => ask(true)}
      />
      {isAsked ? (
        <ScheduleForm
          sendAt={draft.sendAt}
          numberZone={number?.protection.quiet_hours.timezone ?? null}
          onClose={() => ask(false)}
          onChosen={(sendAt) => {
            change({ sendAt });
            ask(false);
          }}
        />
      ) : null}
    </>
  );
}
