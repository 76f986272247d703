import type { IncomingMessage } from "node:http";

/** The maximum body size, which is the providers' own limit of 32 MB. */
const LARGEST_BODY_BYTES = 32 * 1024 * 1024;

/** Thrown for a body that is too large or that is neither JSON nor a form. */
export class BodyError extends Error {
  readonly status: 400 | 413;
  constructor(status: 400 | 413, message: string) {
    super(message);
    this.status = status;
  }
}

/** A file in a submitted form. */
export interface FormFile {
  filename: string;
  size_bytes: number;
  bytes: Uint8Array;
}

/** A parsed body: JSON, or the fields and the file of a form. */
export interface RequestBody {
  json: unknown;
  file: FormFile | null;
}

/** Reads and parses a JSON or form body. @throws BodyError. */
export async function readRequest(request: IncomingMessage): Promise<RequestBody> {
  const bytes = await readBytes(request);
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("multipart/form-data")) return readForm(bytes, type);
  if (bytes.length === 0) return { json: undefined, file: null };
  try {
    return { json: JSON.parse(bytes.toString()), file: null };
  } catch {
    throw new BodyError(400, "We could not parse the JSON body of your request.");
  }
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_BODY_BYTES) throw new BodyError(413, "Request exceeds the maximum size of 32 MB.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readForm(bytes: Buffer, type: string): Promise<RequestBody> {
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData().catch(() => {
    throw new BodyError(400, "Could not parse multipart form.");
  });
  const json: Record<string, unknown> = {};
  let file: FormFile | null = null;
  for (const [name, value] of form) {
    if (typeof value === "string") json[name] = value;
    else {
      json[name] = { filename: value.name, size_bytes: value.size };
      file = { filename: value.name, size_bytes: value.size, bytes: new Uint8Array(await value.arrayBuffer()) };
    }
  }
  return { json, file };
}
