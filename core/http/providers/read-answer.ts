import type { Answer } from "../ask.ts";
import { countedBody } from "../counted-body.ts";

/**
 * Reads a response's whole body as UTF-8 and closes its connection.
 * @throws DownloadError if it is too large or breaks off; the signal's reason when the time is up.
 */
export async function readAnswer(answer: Answer, maxBytes: number, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of countedBody(answer, maxBytes, signal)) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
