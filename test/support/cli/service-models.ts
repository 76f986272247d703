import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gunzipSync, inflateRawSync } from "node:zlib";

/** The parts of a shape in a service's model that are needed to check commands. */
export interface Shape {
  type: string;
  members?: Record<string, { shape: string; documentation?: string }>;
  member?: { shape: string };
  required?: string[];
  enum?: string[];
  min?: number;
  max?: number;
  pattern?: string;
}

/** An AWS service's model: the input and output of each operation. */
export interface ServiceModel {
  operations: Record<string, { name: string; input?: { shape: string }; output?: { shape: string } }>;
  shapes: Record<string, Shape>;
}

/** Opens the AWS CLI's own files, which ship with the CDK as an archive in its package `asset-awscli-v1`. */
function openArchive(): (path: RegExp) => Buffer | null {
  const ofCdk = createRequire(createRequire(import.meta.url).resolve("aws-cdk-lib/package.json"));
  const bytes = readFileSync(join(dirname(ofCdk.resolve("@aws-cdk/asset-awscli-v1")), "layer.zip"));
  const entries = entriesOf(bytes);
  return (path) => {
    const found = [...entries].filter(([name]) => path.test(name)).sort(([a], [b]) => (a < b ? 1 : -1))[0];
    return found ? contentAt(bytes, found[1]) : null;
  };
}

interface Entry {
  method: number;
  size: number;
  at: number;
}

/**
 * Reads a zip archive's central directory: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, section 4.3.12.
 */
function entriesOf(bytes: Buffer): Map<string, Entry> {
  const end = bytes.lastIndexOf(Buffer.from("PK\x05\x06"));
  const entries = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    entries.set(bytes.toString("utf8", at + 46, at + 46 + name), {
      method: bytes.readUInt16LE(at + 10),
      size: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}

function contentAt(bytes: Buffer, { method, size, at }: Entry): Buffer {
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const content = bytes.subarray(start, start + size);
  return method === 0 ? content : inflateRawSync(content);
}

let archive: ReturnType<typeof openArchive> | null = null;
const models = new Map<string, ServiceModel | null>();

/** Returns the CLI's model of a service, by the service's command line name, or null if there is no such model. */
export function serviceModel(service: string): ServiceModel | null {
  if (!/^[a-z0-9-]+$/.test(service)) return null;
  const known = models.get(service);
  if (known !== undefined) return known;
  archive ??= openArchive();
  const packed = archive(new RegExp(`/botocore/data/${service}/[\\d-]+/service-2\\.json\\.gz$`));
  const model = packed ? (JSON.parse(gunzipSync(packed).toString()) as ServiceModel) : null; // AWS's own format
  models.set(service, model);
  return model;
}

/**
 * Converts a name in a model to the form used on the command line: `ListEventSourceMappings` becomes
 * `list-event-source-mappings`.
 */
export const onCommandLine = (name: string): string =>
  name
    .replace(/(.)([A-Z][a-z]+)/g, "$1-$2")
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase();

/** Options whose names in the CLI and the model differ, by `service.operation.option`. */
const renamed = new Map<string, string>();

/** Returns the option for a member of an operation's input. It is usually the member's name in command-line form. */
export function optionOf(service: string, command: string, member: string): string {
  if (renamed.size === 0) {
    archive ??= openArchive();
    const table = archive(/\/customizations\/argrename\.py$/)?.toString() ?? "";
    for (const [, place = "", name = ""] of table.matchAll(/'([\w.*-]+)':\s+'([\w-]+)'/g)) renamed.set(place, name);
  }
  const option = onCommandLine(member);
  return renamed.get(`${service}.${command}.${option}`) ?? option;
}
