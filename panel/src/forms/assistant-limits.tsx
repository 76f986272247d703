import { LIMITS } from "../../../core/contracts/limits.ts";
import { Checkbox } from "../ui/Choices.tsx";
import { NumberField } from "../ui/NumberField.tsx";
import { useWords } from "../words/use-words.ts";

/** The limits for an assistant that uses a key. The field names are those of the request for a new key. */
export interface LimitsOfAssistant {
  mcp_confirm: boolean;
  mcp_sends_per_hour: number;
  mcp_first_messages_per_day: number;
}

/** The default limits for a new key. */
export const USUAL_LIMITS: LimitsOfAssistant = {
  mcp_confirm: true,
  mcp_sends_per_hour: LIMITS.mcpSendsPerHour,
  mcp_first_messages_per_day: LIMITS.mcpFirstMessagesPerDay,
};

/** Asks how much an assistant can send, and whether a user must approve each message first. */
export function AssistantLimits({
  limits,
  onChange,
}: {
  limits: LimitsOfAssistant;
  onChange: (limits: LimitsOfAssistant) => void;
}) {
  const t = useWords("keys");
  return (
    <>
      <Checkbox
        isSelected={limits.mcp_confirm}
        onChange={(isOn) => onChange({ ...limits, mcp_confirm: isOn })}
        hint={t("mcpConfirmHint")}
      >
        {t("mcpConfirm")}
      </Checkbox>
      <NumberField
        name="mcp_sends_per_hour"
        label={t("mcpSends")}
        value={limits.mcp_sends_per_hour}
        onChange={(sends) => onChange({ ...limits, mcp_sends_per_hour: sends })}
        minValue={1}
        maxValue={LIMITS.mcpSendsPerHourMax}
        isRequired
      />
      <NumberField
        name="mcp_first_messages_per_day"
        label={t("mcpFirst")}
        hint={t("mcpFirstHint")}
        value={limits.mcp_first_messages_per_day}
        onChange={(firsts) => onChange({ ...limits, mcp_first_messages_per_day: firsts })}
        minValue={0}
        maxValue={LIMITS.mcpFirstMessagesPerDayMax}
        isRequired
      />
    </>
  );
}
