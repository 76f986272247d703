import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { tryAnswer } from "../../api/answers.ts";
import { useCan } from "../../shell/use-me.ts";
import { Theirs } from "../../ui/Bits.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Choices.tsx";
import { Card } from "../../ui/Page.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Answers.module.css";

/** Tells who would answer a text, and why; nothing is sent. */
export function TryOut({ id }: { id: string }) {
  const t = useWords("answers");
  const refusal = useCan()("answers.try");
  const [text, setText] = useState("");
  const [isCalling, setCalling] = useState(false);
  const trying = useMutation({ mutationFn: () => tryAnswer(id, { text, call: isCalling }) });
  return (
    <Card>
      <form
        className={css.form}
        aria-label={t("tryTitle")}
        onSubmit={(event) => {
          event.preventDefault();
          if (refusal === null) trying.mutate();
        }}
      >
        <h3>{t("tryTitle")}</h3>
        <p className={css.quiet}>{t("tryIntro")}</p>
        <TextField label={t("tryText")} value={text} onChange={setText} isRequired />
        <Checkbox isSelected={isCalling} onChange={setCalling}>
          {t("tryCall")}
        </Checkbox>
        <SubmitError error={trying.error} />
        <div>
          <Button type="submit" disabledReason={refusal} isPending={trying.isPending}>
            {t("try")}
          </Button>
        </div>
        <div role="status">
          {trying.data ? (
            <div className={css.tried}>
              <p className={css.by}>{t(`by_${trying.data.answered_by ?? "nobody"}`)}</p>
              {trying.data.text === null ? null : (
                <p className={css.bubble}>
                  <Theirs>{trying.data.text}</Theirs>
                </p>
              )}
              <p className={css.quiet}>{trying.data.why}</p>
            </div>
          ) : null}
        </div>
      </form>
    </Card>
  );
}
