import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Agent } from "../../../../core/contracts/answers/agent.ts";
import { agentQuery, changeAgent } from "../../api/answers.ts";
import { useCan } from "../../shell/use-me.ts";
import { Badge } from "../../ui/Badge.tsx";
import { ChangeForm } from "../../ui/ChangeForm.tsx";
import { Switch } from "../../ui/Choices.tsx";
import { NativeSelect } from "../../ui/NativeSelect.tsx";
import { Notice } from "../../ui/States.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import { AgentFields } from "./AgentFields.tsx";
import css from "./Answers.module.css";
import { HoursField } from "./HoursField.tsx";

const PROVIDERS = [
  { id: "openai", label: "OpenAI" },
  { id: "anthropic", label: "Anthropic" },
] as const;

const TONES = { on: "good", off: "quiet", error: "bad" } as const;

/** Returns the request body that updates the agent to match the form. */
function changeOf(draft: Agent, agent: Agent, apiKey: string): Parameters<typeof changeAgent>[1] {
  const { enabled, provider, model, instructions, knowledge, hours } = draft;
  const { max_replies_per_chat_per_day, handover_words, handover_message } = draft;
  const { wait_seconds, pause_after_team_reply_minutes } = draft;
  // The current model doesn't exist at another provider, so use that provider's default model.
  const isSame = provider === agent.provider;
  return {
    ...{ enabled, provider, instructions, knowledge, hours, max_replies_per_chat_per_day, handover_words },
    ...{ handover_message, wait_seconds, pause_after_team_reply_minutes },
    ...(isSame && { model }),
    ...(apiKey.trim() !== "" && { api_key: apiKey }),
  };
}

/**
 * The AI agent's form: its provider and key (only for admins; the key is never shown), its instructions, when it
 * answers, and its state.
 */
export function AgentForm({ id, agent }: { id: string; agent: Agent }) {
  const t = useWords("answers");
  const queries = useQueryClient();
  const can = useCan();
  const refusal = can("answers.change");
  const keyRefusal = can("agent.key");
  const [draft, setDraft] = useState(agent);
  const [apiKey, setApiKey] = useState("");
  const set =
    <Field extends keyof Agent>(field: Field) =>
    (value: Agent[Field]) =>
      setDraft({ ...draft, [field]: value });
  const isOff = refusal !== null;
  const saving = useChange({
    send: () => changeAgent(id, changeOf(draft, agent, apiKey)),
    onAnswer(saved) {
      queries.setQueryData(agentQuery(id).queryKey, saved);
      setDraft(saved);
      setApiKey("");
    },
    said: t("saved"),
  });
  const keyHint = agent.api_key_last4 ? t("keySet", { last4: agent.api_key_last4 }) : t("keyNone");
  return (
    <ChangeForm change={saving} submitLabel={t("saveAgent")} disabledReason={refusal} className={css.form}>
      <p>
        <Badge tone={TONES[agent.state]}>{t(`state_${agent.state}`)}</Badge>{" "}
        <span className={css.quiet}>{t("usage", { replies: agent.usage_today.replies })}</span>
      </p>
      {agent.state === "error" ? <Notice kind="bad">{t(`error_${agent.state_reason ?? "none"}`)}</Notice> : null}
      <Switch isSelected={draft.enabled} onChange={set("enabled")} isDisabled={isOff}>
        {t("on")}
      </Switch>
      <NativeSelect
        label={t("provider")}
        choices={PROVIDERS}
        value={draft.provider}
        onChange={(one) => set("provider")(one === "anthropic" ? "anthropic" : "openai")}
        isDisabled={isOff}
      />
      {draft.provider === agent.provider ? (
        <NativeSelect
          label={t("model")}
          choices={agent.models.map((model) => ({ id: model, label: model }))}
          value={draft.model}
          onChange={set("model")}
          isDisabled={isOff}
        />
      ) : null}
      <TextField
        label={t("key")}
        hint={keyRefusal ?? keyHint}
        name="api_key"
        type="password"
        autoComplete="off"
        value={apiKey}
        onChange={setApiKey}
        isDisabled={keyRefusal !== null}
      />
      <AgentFields draft={draft} onChange={setDraft} isOff={isOff} />
      <HoursField hours={draft.hours} onChange={set("hours")} isOff={isOff} />
    </ChangeForm>
  );
}
