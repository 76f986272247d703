import type { Answer } from "../ask.ts";
import { countedBody } from "../counted-body.ts";

/**
 * Reads a response's whole body as UTF-8 and closes the connection.
 * @throws DownloadError if the body is too large or is cut short, or the signal's reason if time runs out.
 */
export async function readAnswer(answer: Answer, maxBytes: number, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of countedBody(answer, maxBytes, signal)) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
