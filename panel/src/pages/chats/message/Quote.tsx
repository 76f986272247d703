import { useQuery } from "@tanstack/react-query";
import type { Message } from "../../../../../core/contracts/message.ts";
import { plainName } from "../../../../../core/contracts/plain-name.ts";
import { messageQuery } from "../../../api/messages.ts";
import { UserText } from "../../../ui/UserText.tsx";
import { useWords } from "../../../words/use-words.ts";
import { saidBy, useShortText } from "../use-short-text.ts";
import css from "./Message.module.css";

const QUOTED_MAX_CHARS = 160;

/** The message that another message replies to. It is fetched if it isn't already shown. */
export function Quote({ id, shown, name }: { id: string; shown: Message | null; name: string }) {
  const t = useWords("chats");
  const read = useQuery({ ...messageQuery(id), enabled: shown === null });
  const message = shown ?? read.data;
  if (message === undefined) return read.error ? null : <blockquote className={css.quote}>…</blockquote>;
  if (message === null || message.deleted_at !== null)
    return <blockquote className={css.quote}>{t("replyGone")}</blockquote>;
  return (
    <blockquote className={css.quote}>
      <p className={css.quoteWho}>
        {message.direction === "out"
          ? t("replyToYou")
          : t("replyTo", { name: plainName(message.contact_name) ?? name })}
      </p>
      <QuotedText message={message} />
    </blockquote>
  );
}

/** The beginning of a message's text, on one line. */
export function QuotedText({ message }: { message: Message }) {
  const shortText = useShortText();
  return (
    <p className={css.quoteText}>
      <UserText isName>{shortText(saidBy(message)).slice(0, QUOTED_MAX_CHARS)}</UserText>
    </p>
  );
}
