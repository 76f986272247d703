import { useMutation } from "@tanstack/react-query";
import { RotateCcw, SendHorizontal } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Menu } from "../../../../core/contracts/answers/replace-menu.ts";
import type { TriedAnswer } from "../../../../core/contracts/answers/try-answer.ts";
import { tryAnswer } from "../../api/answers.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Choices.tsx";
import { Notice } from "../../ui/States.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Answers.module.css";
import { openLevel } from "./menu-edits.ts";

/** A text that was tried out, and the answer it got. */
interface Turn {
  text: string;
  answer: TriedAnswer;
}

/**
 * A simulated phone that shows which automation would answer a text, and why. Doesn't send anything, and applies the
 * saved settings.
 * @param preview the menu being edited, shown until a text is tried, or null to show no menu.
 * @param isUnsaved whether the menu has unsaved changes, which the simulated phone doesn't apply yet.
 */
export function PhoneTry({
  id,
  menu,
  preview,
  isUnsaved,
}: {
  id: string;
  menu: Menu;
  preview: string | null;
  isUnsaved: boolean;
}) {
  const t = useWords("answers");
  const refusal = useCan()("answers.try");
  const [text, setText] = useState("");
  const [isCalling, setCalling] = useState(false);
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  /** The path of the open menu list, or undefined in a new chat. */
  const [level, setLevel] = useState<number[]>();
  const talk = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came last is seen; the page itself stays where it is
  useEffect(() => {
    if (talk.current) talk.current.scrollTop = talk.current.scrollHeight;
  }, [turns]);
  const trying = useMutation({
    mutationFn: (written: string) => tryAnswer(id, { text: written, call: isCalling, ...(level && { level }) }),
    onSuccess(answer, written) {
      setTurns((before) => [...before, { text: written, answer }]);
      setLevel((before) => (answer.answered_by === "menu" ? openLevel(answer.text, menu, before) : before));
    },
    onError(_, written) {
      setLevel(undefined); // the open list may no longer exist: the chat starts again
      setText((typed) => (typed === "" ? written : typed));
    },
  });
  return (
    <section className={css.phone} aria-label={t("tryTitle")}>
      <header className={css.phoneHead}>
        <h3>{t("tryTitle")}</h3>
        <IconButton
          isSmall
          label={t("startOver")}
          icon={<RotateCcw aria-hidden="true" />}
          disabledReason={turns.length === 0 ? t("nothingYet") : null}
          onPress={() => {
            setTurns([]);
            setLevel(undefined);
          }}
        />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with keys */}
      <div ref={talk} className={css.talk} role="log" aria-label={t("talk")} tabIndex={0}>
        {turns.length === 0 ? <Preview text={preview} /> : null}
        {turns.map((turn, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added
          <TurnItem key={at} turn={turn} />
        ))}
      </div>
      {isUnsaved ? <Notice kind="warn">{t("tryUnsaved")}</Notice> : null}
      <SubmitError error={trying.error} />
      <form
        className={css.write}
        aria-label={t("tryTitle")}
        onSubmit={(event) => {
          event.preventDefault();
          if (refusal !== null || text.trim() === "" || trying.isPending) return;
          trying.mutate(text);
          setText("");
        }}
      >
        <TextField label={t("tryText")} value={text} onChange={setText} />
        <Button
          type="submit"
          icon={<SendHorizontal aria-hidden="true" />}
          disabledReason={refusal}
          isPending={trying.isPending}
        >
          {t("try")}
        </Button>
      </form>
      <Checkbox isSelected={isCalling} onChange={setCalling} hint={t("tryCallHint")}>
        {t("tryCall")}
      </Checkbox>
    </section>
  );
}

function Preview({ text }: { text: string | null }) {
  const t = useWords("answers");
  if (text === null) return <p className={css.quiet}>{t("tryIntro")}</p>;
  return (
    <>
      <p className={css.quiet}>{t("preview")}</p>
      <p className={css.bubble}>{text === "" ? t("previewEmpty") : <UserText>{text}</UserText>}</p>
    </>
  );
}

function TurnItem({ turn: { text, answer } }: { turn: Turn }) {
  const t = useWords("answers");
  return (
    <>
      <p className={css.theirs}>
        <UserText>{text}</UserText>
      </p>
      {answer.text === null ? null : (
        <p className={css.bubble}>
          <UserText>{answer.text}</UserText>
        </p>
      )}
      <p className={css.said}>
        <strong>{t(`by_${answer.answered_by ?? "nobody"}`)}</strong> {answer.why}
      </p>
    </>
  );
}
