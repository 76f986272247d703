import type { Answer } from "../ask.ts";
import { countedBody } from "../counted-body.ts";

/**
 * Reads the whole body of an answer as UTF-8 and ends its connection.
 * @throws DownloadError when it is larger or breaks off; the signal's reason when the time is over.
 */
export async function readAnswer(answer: Answer, maxBytes: number, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of countedBody(answer, maxBytes, signal)) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
