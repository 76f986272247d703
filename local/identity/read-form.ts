import type { IncomingMessage } from "node:http";

const FORM_MAX_BYTES = 10_000;

/** Reads the fields of a posted form; none if it is larger than ours ever are. */
export async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= FORM_MAX_BYTES) chunks.push(chunk);
  }
  if (size > FORM_MAX_BYTES) return {};
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
}
