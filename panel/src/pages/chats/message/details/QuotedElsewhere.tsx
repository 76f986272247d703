import type { Instance } from "../../../../../../core/contracts/instance.ts";
import type { Message } from "../../../../../../core/contracts/message.ts";
import { UserText } from "../../../../ui/UserText.tsx";
import { useWords } from "../../../../words/use-words.ts";
import { shownPhone } from "../../rules/people.ts";
import css from "../Message.module.css";

/**
 * A quoted message that isn't stored, such as a status or a message from before the number was linked. It is shown the
 * way the reply describes it.
 */
export function QuotedElsewhere({
  of: { author_phone, type, body },
  number,
}: {
  of: NonNullable<Message["quoted"]>;
  number: Instance | null;
}) {
  const t = useWords("content");
  const types = useWords("chats");
  const phone = shownPhone(author_phone);
  const isOwn = author_phone !== null && author_phone === number?.phone;
  return (
    <blockquote className={css.quote}>
      <p className={css.quoteWho}>
        {isOwn ? t("quotedYou") : phone === null ? t("quotedEarlier") : t("quotedFrom", { name: phone })}
      </p>
      <p className={css.quoteText}>
        {body !== null && body !== "" ? (
          <UserText isName>{body}</UserText>
        ) : type === null ? null : (
          types(`type_${type}`)
        )}
      </p>
    </blockquote>
  );
}
