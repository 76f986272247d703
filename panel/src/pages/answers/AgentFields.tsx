import type { Agent } from "../../../../core/contracts/answers/agent.ts";
import { TextField } from "../../ui/TextField.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Answers.module.css";

/** The props of an AI agent's fields. */
interface FieldsProps {
  draft: Agent;
  onChange: (draft: Agent) => void;
  isOff: boolean;
}

/**
 * The fields for an AI agent's instructions, for how much it answers, and for when it hands a chat over to the team.
 */
export function AgentFields({ draft, onChange, isOff }: FieldsProps) {
  const t = useWords("answers");
  const set =
    <Field extends keyof Agent>(field: Field) =>
    (value: Agent[Field]) =>
      onChange({ ...draft, [field]: value });
  return (
    <>
      <TextField
        label={t("instructions")}
        hint={t("instructionsHint")}
        name="instructions"
        rows={5}
        value={draft.instructions}
        onChange={set("instructions")}
        isDisabled={isOff}
      />
      <TextField
        label={t("knowledge")}
        hint={t("knowledgeHint")}
        name="knowledge"
        rows={5}
        value={draft.knowledge}
        onChange={set("knowledge")}
        isDisabled={isOff}
      />
      <TextField
        label={t("replies")}
        name="max_replies_per_chat_per_day"
        inputMode="numeric"
        value={String(draft.max_replies_per_chat_per_day)}
        onChange={(text) => set("max_replies_per_chat_per_day")(Number(text) || 0)}
        isDisabled={isOff}
      />
      <TextField
        label={t("words")}
        name="handover_words"
        rows={3}
        value={draft.handover_words.join("\n")}
        onChange={(text) => set("handover_words")(text === "" ? [] : text.split("\n"))}
        isDisabled={isOff}
      />
      <TextField
        label={t("handoverMessage")}
        name="handover_message"
        rows={2}
        value={draft.handover_message}
        onChange={set("handover_message")}
        isDisabled={isOff}
      />
      <PauseFields {...{ draft, onChange, isOff }} />
    </>
  );
}

/** Asks how long an AI agent waits before it answers. */
function PauseFields({ draft, onChange, isOff }: FieldsProps) {
  const t = useWords("answers");
  return (
    <div className={css.pair}>
      <TextField
        label={t("waitSeconds")}
        hint={t("waitHint")}
        name="wait_seconds"
        inputMode="numeric"
        value={String(draft.wait_seconds)}
        onChange={(text) => onChange({ ...draft, wait_seconds: Number(text) || 0 })}
        isDisabled={isOff}
      />
      <TextField
        label={t("pauseMinutes")}
        hint={t("pauseHint")}
        name="pause_after_team_reply_minutes"
        inputMode="numeric"
        value={String(draft.pause_after_team_reply_minutes)}
        onChange={(text) => onChange({ ...draft, pause_after_team_reply_minutes: Number(text) || 0 })}
        isDisabled={isOff}
      />
    </div>
  );
}
