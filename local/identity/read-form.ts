import type { IncomingMessage } from "node:http";

const FORM_MAX_BYTES = 10_000;

/** Returns the fields of a submitted form, or none if it is larger than any of our forms. */
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
