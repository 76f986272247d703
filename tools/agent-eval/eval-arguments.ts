import { parseArgs } from "node:util";
import { MODELS } from "../../core/contracts/answers/models.ts";
import { providerOfKey } from "../../core/domain/answers/agent-settings.ts";
import type { ProviderName } from "../../core/domain/providers/provider-question.ts";
import { EVAL_KINDS, type EvalKind } from "./eval-cases.ts";

const KINDS = Object.keys(EVAL_KINDS) as EvalKind[]; // its own keys

/** The evaluation's usage message. */
export const USAGE = `npm run agent-eval -w tools -- --key KEY [--model MODEL] [--only KIND]
  KEY    an API key of OpenAI (sk-…) or Anthropic (sk-ant-…). It is used and paid for: 80 calls, a few cents with a default
         model. Or set AGENT_EVAL_KEY, so that it stands in no history of commands.
  MODEL  the provider's default unless given: ${MODELS.filter(({ is_default }) => is_default)
    .map(({ id }) => id)
    .join(", ")}
  KIND   ${KINDS.join(", ")}; all unless given`;

/** The evaluation that was requested. */
export interface EvalArguments {
  key: string;
  provider: ProviderName;
  model: string;
  kinds: readonly EvalKind[];
}

/**
 * Parses the command's arguments. @returns the requested evaluation, or a sentence that explains what is wrong with the
 * arguments.
 */
export function readArguments(args: string[], env: { AGENT_EVAL_KEY?: string | undefined }): EvalArguments | string {
  const options = { key: { type: "string" }, model: { type: "string" }, only: { type: "string" } } as const;
  try {
    const { values } = parseArgs({ args, options });
    const key = values.key ?? env.AGENT_EVAL_KEY ?? "";
    if (key === "") return "There is no key: a real model is asked, with an API key of your own.";
    if (!key.startsWith("sk-")) return "This is no API key of OpenAI (sk-…) or Anthropic (sk-ant-…).";
    const kinds = values.only === undefined ? KINDS : KINDS.filter((kind) => kind === values.only);
    if (kinds.length === 0) return `There is no kind "${values.only}".`;
    const provider = providerOfKey(key);
    const own = MODELS.find((model) => model.provider === provider && model.is_default);
    return { key, provider, model: values.model ?? own?.id ?? "", kinds };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
