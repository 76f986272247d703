import type { Chat } from "../../../../../core/contracts/chats/chat.ts";
import { useFailureWords } from "../../../ui/failure-words.ts";
import { UserText } from "../../../ui/UserText.tsx";
import { useWords } from "../../../words/use-words.ts";
import { nameOf } from "../rules/people.ts";
import css from "./Bulk.module.css";
import type { BulkResult } from "./run-bulk.ts";

/** Reports how many chats were changed, and why each of the remaining chats wasn't. */
export function BulkOutcome({ result: { done, failed, left } }: { result: BulkResult<Chat> }) {
  const t = useWords("bulk");
  const wordsOf = useFailureWords();
  const rest = [
    ...failed.map(({ one, error }) => ({ chat: one, why: wordsOf(error) })),
    ...left.map((chat) => ({ chat, why: t("notTried") })),
  ];
  return (
    <>
      <p role="status">{t("ended", { n: done.length })}</p>
      {rest.length > 0 ? (
        <section role="alert" aria-label={t("notDone")}>
          <h3 className={css.title}>{t("notDone")}</h3>
          <ul className={css.rest}>
            {rest.map(({ chat, why }) => (
              <li key={`${chat.instance_id} ${chat.id}`}>
                <Name chat={chat} />: {why}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function Name({ chat }: { chat: Chat }) {
  const t = useWords("chats");
  return (
    <strong>
      <UserText isName>{nameOf(chat) ?? t("hiddenNumber")}</UserText>
    </strong>
  );
}
