import { shownName } from "../../../files/file-view.ts";
import { Button } from "../../../ui/Button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { useFailureWords } from "../../../ui/failure-words.ts";
import { useCatalogs, useWords } from "../../../words/use-words.ts";
import { isEmpty } from "../rules/draft.ts";
import type { Outgoing, useDraft } from "../use-drafts.ts";
import type { useSending } from "../use-sending.ts";
import css from "./Message.module.css";

/** A message on its way to the service. If it fails, its text stays and it can be retried. */
export function OutgoingItem({
  outgoing: { draft, state, percent, error },
  sending,
  drafting,
}: {
  outgoing: Outgoing;
  sending: ReturnType<typeof useSending>;
  drafting: ReturnType<typeof useDraft>;
}) {
  const t = useWords("chats");
  const common = useWords("common");
  const own = useWords("composer");
  const wordsOf = useFailureWords();
  const [file] = draft.files;
  const fileName = file?.isVoice ? own("voice") : (shownName(file?.file.name ?? null) ?? t("unnamedFile"));
  return (
    <li className={classNames(css.item, css.own, css.begins)}>
      <div className={classNames(css.bubble, state !== "failed" && css.onItsWay)}>
        {file ? <p className={css.faint}>{fileName}</p> : null}
        {draft.text === "" ? null : (
          <bdi dir="auto" className={css.text}>
            {draft.text}
          </bdi>
        )}
        {state === "failed" ? null : (
          <p className={css.foot} role="status">
            {t(state)}
          </p>
        )}
        {state === "failed" || percent === null ? null : (
          <FileGoing percent={percent} onStop={() => sending.discard(draft.id)} />
        )}
      </div>
      {state === "failed" ? (
        <div className={css.failed} role="alert">
          <p>
            {t("notSent")}: {wordsOf(error)}
          </p>
          <div className={css.again}>
            <Button isSmall onPress={() => sending.send(draft)}>
              {common("tryAgain")}
            </Button>
            <Button
              isSmall
              kind="quiet"
              disabledReason={isEmpty(drafting.draft) ? null : t("stopWriting")}
              onPress={() => {
                sending.discard(draft.id);
                drafting.putBack(draft);
              }}
            >
              {t("editAgain")}
            </Button>
            <Button isSmall kind="quiet" onPress={() => sending.discard(draft.id)}>
              {t("discard")}
            </Button>
          </div>
        </div>
      ) : null}
    </li>
  );
}

/** The upload progress of a file whose message hasn't been sent yet. The upload can still be canceled. */
function FileGoing({ percent, onStop }: { percent: number; onStop: () => void }) {
  const t = useWords("chats");
  const common = useWords("common");
  const { locale } = useCatalogs();
  return (
    <div className={css.going}>
      <progress className={css.progress} max={100} value={percent} aria-label={t("fileGoing")} />
      <span>{new Intl.NumberFormat(locale, { style: "percent" }).format(percent / 100)}</span>
      <Button isSmall kind="quiet" onPress={onStop}>
        {common("cancel")}
      </Button>
    </div>
  );
}
