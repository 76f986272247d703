import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * AWS client errors that must keep their own class, because our code checks for them with `instanceof` or a retry
 * depends on the class. All others are thrown as the client's base class, with the same name, message, fault and
 * request id. The build fails if our code imports an error that isn't listed.
 */
const KEPT_ERRORS: Record<string, readonly string[]> = {
  "client-dynamodb": [
    "ConditionalCheckFailedException",
    "TransactionCanceledException",
    // This error is retryable only because of its class.
    "ReplicatedWriteConflictException",
  ],
  "client-scheduler": ["ConflictException"],
  "client-apigatewaymanagementapi": ["GoneException", "PayloadTooLargeException"],
};

const keptErrors = (path: string) => KEPT_ERRORS[/\/@aws-sdk\/(client-[a-z0-9-]+)\//.exec(path)?.[1] ?? ""] ?? [];

/** Removes an AWS client's error classes, except those in `KEPT_ERRORS`. @throws if the file's format has changed. */
export function leanErrors(path: string): string {
  const kept = keptErrors(path);
  const found: string[] = [];
  const lean = readFileSync(path, "utf8").replace(
    /^export class (\w+) extends __BaseException \{[\s\S]*?^\}$/gm,
    (text, name: string) => {
      if (!kept.includes(name)) return "";
      found.push(name);
      return text;
    },
  );
  if (found.length !== kept.length || lean.split("extends __BaseException").length - 1 !== kept.length)
    throw new Error(newWay(path));
  return lean;
}

/**
 * Rewrites an AWS client's table of requests and responses so that esbuild can detect unused rows. Names are inlined
 * instead of being constants in computed keys, and errors without a class of their own aren't registered.
 * @throws if the file's format has changed.
 */
export function leanSchemas(path: string): string {
  const source = readFileSync(path, "utf8");
  const names = new Map<string, string>();
  const rows = source.replace(/^const (_\w+) = ("[^"\\]*");\n/gm, (_, constant: string, text: string) => {
    names.set(constant, text);
    return "";
  });
  const written = rows.replace(/\[(_\w+)\]:|"(?:[^"\\]|\\.)*"|\b_\w+\b/g, (word, key?: string) =>
    key === undefined ? (names.get(word) ?? word) : names.has(key) ? `${names.get(key)}:` : word,
  );
  const kept = keptErrors(path);
  const registration = /^(?:n\d+)_registry\.registerError\((\w+)\$, (\w+)\);\n/gm;
  const lean = written
    .replace(registration, (line, row: string, name: string) => (row === name && kept.includes(name) ? line : ""))
    .replace(/^import \{([^}]*)\} from "\.\.\/models\/errors";$/m, () =>
      kept.length > 0 ? `import { ${kept.join(", ")} } from "../models/errors";` : "",
    );
  const isWhole = names.size > 0 && kept.every((name) => lean.includes(`registerError(${name}$, ${name});`));
  if (!isWhole || /\[_\w+\]:/.test(lean)) throw new Error(newWay(path));
  return lean;
}

/**
 * Replaces a client's endpoint rules with the one rule that a function needs. @throws if the file's format has changed.
 */
export function leanEndpoint(path: string, root: string): string {
  const rules = readFileSync(path.replace(/endpointResolver\.js$/, "bdd.js"), "utf8");
  const service = /"https:\/\/((?:(?!-fips)[a-z-])+)\.\{Region\}\.\{PartitionResult#dnsSuffix\}"/.exec(
    rules.replaceAll(/"https:\/\/search-[^"]*"/g, ""),
  )?.[1];
  if (!service) throw new Error(newWay(path));
  return `import { regionalEndpoint } from ${JSON.stringify(join(root, "build/lean/regional-endpoint.ts"))};
    export const defaultEndpointResolver = regionalEndpoint(${JSON.stringify(service)});`;
}

const newWay = (path: string) => `${path} is written in a new way; see build/lean/cuts.ts.`;
