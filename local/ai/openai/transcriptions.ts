import { fieldsOf, textOf } from "../wire/narrow.ts";
import type { RequestBody } from "../wire/read-request.ts";
import { RequestRefused, type WireAnswer } from "../wire/wire-answer.ts";
import { openaiError } from "./error.ts";
import { requireOpenaiModel } from "./models.ts";

/** Marks the spoken text in the bytes of a recording. The text follows the mark and extends to the end of the line. */
const MARK = "TRANSCRIPT:";

/**
 * POST /v1/audio/transcriptions. If the recording doesn't contain the mark, the text states the recording's size.
 * @throws Refused if there is no file.
 */
export function openaiTranscription({ json, file }: RequestBody): WireAnswer {
  requireOpenaiModel(textOf(fieldsOf(json).model));
  if (file === null) {
    const message = "Missing required parameter: 'file'.";
    throw new RequestRefused(openaiError(400, { message, type: "invalid_request_error", param: "file" }));
  }
  const bytes = Buffer.from(file.bytes);
  const at = bytes.indexOf(MARK);
  const said = at < 0 ? "" : (bytes.toString("utf8", at + MARK.length).split("\n")[0] ?? "").trim();
  const text = said || `A recording of ${file.size_bytes} bytes.`;
  return { status: 200, headers: {}, body: { text, usage: { type: "duration", seconds: 2 }, languages: [] } };
}
