import * as client from "@aws-sdk/client-s3";
import { NormalizedSchema } from "@smithy/core/schema";
import { inputSchema } from "../checks/input-check.ts";
import { AwsError } from "../service/aws-error.ts";
import { readText } from "./payload.ts";
import type { S3Request } from "./request.ts";
import { TAKEN } from "./taken.ts";

/** Creates the error for a body that isn't a valid document. */
export const malformed = () =>
  new AwsError(
    "MalformedXML",
    "The XML you provided was not well-formed or did not validate against our published schema",
  );

/**
 * Reads a request's XML body. @throws AwsError if the body has no hash although S3 requires one, or if it contains
 * elements that S3 doesn't define or that aren't emulated.
 */
export async function readBody(action: string, request: S3Request): Promise<string> {
  const text = await readText(request);
  const taken = TAKEN[action];
  const isHashed = Object.keys(request.headers).some((name) => name === "content-md5" || /^x-amz-checksum-/.test(name));
  if (taken?.isHashed && !isHashed && request.headers["x-amz-trailer"] === undefined) {
    const message = "Missing required header for this request: Content-MD5 OR x-amz-checksum-*";
    throw new AwsError("InvalidRequest", message);
  }
  const names = [...text.matchAll(/<([A-Za-z]\w*)/g)].map(([, name = ""]) => name);
  const [other] = names.filter((name) => !taken?.elements?.includes(name));
  if (other === undefined) return text;
  if (!elementsByModel(action).has(other)) throw malformed();
  throw new AwsError("NotImplemented", `S3 ${action} with ${other} is not emulated here.`, { status: 501 });
}

/** Returns the names of the elements in an action's body according to S3's service model. */
export function elementsByModel(action: string): Set<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const add = (shape: NormalizedSchema, name: string) => {
    names.add(String(shape.getMergedTraits().xmlName ?? name));
    if (shape.isListSchema()) return add(shape.getValueSchema(), name);
    if (!shape.isStructSchema() || seen.has(shape.getSchema())) return;
    seen.add(shape.getSchema());
    for (const [of, member] of shape.structIterator()) add(member, of);
  };
  const input = NormalizedSchema.of(inputSchema(client, action) as Parameters<typeof NormalizedSchema.of>[0]); // the SDK's own
  for (const [name, member] of input.structIterator()) if (member.getMergedTraits().httpPayload) add(member, name);
  return names;
}
