import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { messageQuery } from "../../../api/messages.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { useWords } from "../../../words/use-words.ts";
import { QuotedText } from "../message/Quote.tsx";
import type { useDraft } from "../use-drafts.ts";
import { useWhen } from "../use-when.ts";
import css from "./Extras.module.css";
import { FilesToSend } from "./FilesToSend.tsx";

/** Everything that is sent with the text: the quoted message, the files, and the scheduled time. */
export function Extras({ drafting }: { drafting: ReturnType<typeof useDraft> }) {
  const { draft, change } = drafting;
  const t = useWords("chats");
  const when = useWhen();
  const quoted = useQuery({ ...messageQuery(draft.replyTo ?? ""), enabled: draft.replyTo !== null }).data;
  return (
    <>
      {draft.replyTo === null ? null : (
        <div className={css.extra}>
          <div className={css.text}>
            <p className={css.title}>{t("answering")}</p>
            {quoted ? <QuotedText message={quoted} /> : null}
          </div>
          <IconButton
            isSmall
            label={t("stopReply")}
            icon={<X aria-hidden="true" />}
            onPress={() => change({ replyTo: null })}
          />
        </div>
      )}
      {draft.files.length === 0 ? null : <FilesToSend drafting={drafting} />}
      {draft.sendAt === null ? null : (
        <div className={css.extra}>
          <p className={css.text}>{t("scheduledFor", { at: when.within(draft.sendAt, null) })}</p>
          <Button isSmall kind="quiet" onPress={() => change({ sendAt: null })}>
            {t("sendNow")}
          </Button>
        </div>
      )}
    </>
  );
}
