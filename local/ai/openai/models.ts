import { RequestRefused, type WireAnswer } from "../wire/wire-answer.ts";
import { openaiError } from "./error.ts";

/** The available models, each with its release and shutdown times. */
const MODELS = [
  { id: "gpt-6-luna", created: 1_790_035_200, shutdown_date: null },
  { id: "gpt-6.1-terra", created: 1_792_972_800, shutdown_date: null },
  { id: "gpt-6.1-sol", created: 1_792_972_800, shutdown_date: null },
  { id: "gpt-5.1", created: 1_762_800_000, shutdown_date: "2027-04-01" },
  { id: "gpt-4.1", created: 1_744_588_800, shutdown_date: "2027-01-14" },
  { id: "gpt-transcribe", created: 1_785_196_800, shutdown_date: null },
];

/** GET /v1/models: returns all models. */
export const openaiModels = (): WireAnswer => ({
  status: 200,
  headers: {},
  body: { object: "list", data: MODELS.map((model) => ({ ...model, object: "model", owned_by: "system" })) },
});

/** @throws Refused if the model doesn't exist. */
export function requireOpenaiModel(model: string): void {
  if (MODELS.some(({ id }) => id === model)) return;
  throw new RequestRefused(
    openaiError(400, {
      message: `The requested model '${model}' does not exist.`,
      type: "invalid_request_error",
      code: "model_not_found",
      param: "model",
    }),
  );
}
