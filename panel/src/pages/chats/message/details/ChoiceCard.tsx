import type { Message } from "../../../../../../core/contracts/message.ts";
import { UserText } from "../../../../ui/UserText.tsx";
import { useWords } from "../../../../words/use-words.ts";
import { formAnswers } from "../../rules/form-answers.ts";
import { Card, Facts } from "./Card.tsx";
import css from "./Details.module.css";

/** The maximum number of answers to show per form. Most forms have fewer. */
const ANSWERS_MAX = 30;

/** A card for a pressed button, a chosen row or a filled-in form. The choice itself is the message's text. */
export function ChoiceCard({ of: choice }: { of: NonNullable<Message["interactive"]> }) {
  const t = useWords("content");
  const { type, description, response } = choice;
  if (type !== "flow_reply")
    return (
      <>
        <p className={css.faint}>{t(`choice_${type}`)}</p>
        {description === null || description === "" ? null : (
          <p className={css.faint}>
            <UserText isName>{description}</UserText>
          </p>
        )}
      </>
    );
  const answers = response === null ? [] : formAnswers(response);
  const more = answers.length - ANSWERS_MAX;
  return (
    <Card title={t("choice_flow_reply")}>
      <Facts of={answers.slice(0, ANSWERS_MAX).map(({ name, value }) => [name, value] as const)} />
      {answers.length === 0 ? <p className={css.faint}>{t("formEmpty")}</p> : null}
      {more > 0 ? <p className={css.faint}>{t("formMore", { n: more })}</p> : null}
    </Card>
  );
}
