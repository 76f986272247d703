import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { leanEndpoint, leanErrors, leanSchemas } from "./aws-clients.ts";
import { limitsApart, withLimitsApart, withoutAnswers, withPureCalls } from "./contract-parts.ts";
import { type Cut, neverCalled, replaced, rewritten } from "./cut.ts";
import { leanZodExports, leanZodSchemas, withoutDescriptions } from "./zod-parts.ts";

const WHERE = "see build/lean/cuts.ts.";

const CLIENT = "\\/@aws-sdk\\/client-[a-z0-9-]+";

/**
 * All cuts, sorted by their gain as measured by `node tools/bench/bundle-cuts.ts`. Cuts that gain less than four
 * kilobytes don't belong here: maintainers would have to understand them to save less than a hundredth of a bundle.
 * Decisions: 0028, 0178.
 */
export const CUTS: readonly Cut[] = [
  {
    // JSON Schema validation in the Model Context Protocol library. It is used for form responses, which our tools
    // never request, and for tools described by JSON Schema, whereas ours are described with zod.
    name: "mcp-forms",
    gainKb: 155.0,
    of: "mcp",
    setup: replaced(
      /^@modelcontextprotocol\/server\/_shims$/,
      `export const process = globalThis.process;
       export class DefaultJsonSchemaValidator {
         getValidator() { throw new Error("This bundle can't check values against JSON Schema; ${WHERE}"); }
       }`,
    ),
  },
  {
    // Credential lookup in profiles, single sign-on and containers. Functions get their credentials from the
    // environment. The session service's container gets them differently, but it isn't bundled.
    name: "credentials",
    gainKb: 152.0,
    setup: (build, root) =>
      build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({
        path: join(root, "build/environment-credentials.ts"),
      })),
  },
  {
    // Parts of our own sources: schema descriptions and route responses, which only the OpenAPI document uses, as well
    // as schemas and limits that a bundle doesn't use. esbuild can't detect these on its own.
    name: "own-sources",
    gainKb: 49.8,
    of: "mcp",
    setup: (build) =>
      build.onLoad({ filter: /\/(core|functions)\/.*\.ts$/ }, ({ path }) => ({
        contents: leanSource(path, readFileSync(path, "utf8")),
        loader: "ts",
      })),
  },
  {
    // Rows in the AWS clients' tables for operations and errors that no function uses.
    name: "aws-tables",
    gainKb: 45.0,
    setup(build, root) {
      rewritten(new RegExp(`${CLIENT}\\/dist-es\\/models\\/errors\\.js$`), leanErrors)(build, root);
      rewritten(new RegExp(`${CLIENT}\\/dist-es\\/schemas\\/schemas_0\\.js$`), leanSchemas)(build, root);
    },
  },
  {
    // Kinds of values that our schemas don't use, and the detection of circular values.
    name: "zod-kinds",
    gainKb: 31.6,
    ofSchemas: true,
    setup(build, root) {
      rewritten(/\/zod\/v4\/classic\/schemas\.js$/, leanZodSchemas)(build, root);
      rewritten(/\/zod\/v4\/classic\/external\.js$/, leanZodExports)(build, root);
    },
  },
  {
    // Rules that determine a client's endpoint in any region and partition.
    name: "endpoint-rules",
    gainKb: 19.4,
    setup: rewritten(new RegExp(`${CLIENT}\\/dist-es\\/endpoint\\/endpointResolver\\.js$`), leanEndpoint),
  },
  {
    // Support for event streams, needed only by commands that our functions never send.
    name: "event-streams",
    gainKb: 18.8,
    setup: replaced(
      /^@smithy\/core\/event-streams$/,
      `throw new Error("This bundle can't stream events from AWS; ${WHERE}");`,
    ),
  },
  {
    // The package's legacy JavaScript. The package also includes the same code in modern JavaScript, which is used
    // instead.
    name: "phone-numbers",
    gainKb: 15.2,
    setup: (build) =>
      build.onResolve({ filter: /^\.\.\/es6\// }, ({ path, resolveDir }) =>
        resolveDir.endsWith("/libphonenumber-js/core")
          ? { path: join(resolveDir, path.replace("/es6/", "/es6-modern/")), sideEffects: false }
          : undefined,
      ),
  },
  {
    // Conversion of schemas to JSON Schema. It is only needed to build the OpenAPI document, which is done ahead of
    // time.
    name: "json-schema",
    gainKb: 18.0,
    ofSchemas: true,
    setup: neverCalled(
      /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/,
      `This bundle can't write schemas as JSON Schema; ${WHERE}`,
    ),
  },
  {
    // Large blocks of repetitive text. Compression shrinks the OpenAPI document to a tenth of its size and the
    // numbering plans to a third.
    name: "packed-json",
    gainKb: 300.7,
    of: "api-openapi",
    setup: rewritten(/\/(docs\/openapi|core\/domain\/messages\/phone-plans|functions\/mcp\/guides)\.json$/, packedJson),
  },
  {
    // The SDK's HTTP handler. Functions pass a smaller one to their clients (core/aws/lean-handler.ts).
    name: "http-handler",
    gainKb: 7.9,
    setup: replaced(
      /^@smithy\/node-http-handler$/,
      `export const streamCollector = undefined;
       export const NodeHttpHandler = {
         create(given) {
           if (typeof given?.handle === "function") return given;
           throw new Error("This bundle has no HTTP handler of the SDK; ${WHERE}");
         },
       };`,
    ),
  },
  {
    // Each client's package.json, except the name and version that the client sends to AWS.
    name: "package-json",
    gainKb: 6.6,
    setup: (build) =>
      build.onLoad({ filter: new RegExp(`${CLIENT}\\/package\\.json$`) }, ({ path }) => {
        const { name, version } = JSON.parse(readFileSync(path, "utf8"));
        return { contents: JSON.stringify({ name, version }), loader: "json" };
      }),
  },
  {
    // Endpoint discovery, which requests a table's address from AWS. A client does so only if a setting requires it.
    name: "endpoint-cache",
    gainKb: 7.7,
    setup: replaced(/^@aws-sdk\/endpoint-cache$/, "export class EndpointCache {}"),
  },
  {
    // Modules without any used exports, together with everything they import. esbuild keeps modules that might have
    // side effects when loaded; none of these do.
    name: "idle-modules",
    gainKb: 6.0,
    setup: (build) =>
      build.onResolve({ filter: /./ }, async ({ path, kind, pluginData, ...from }) => {
        if (kind === "entry-point" || pluginData === AGAIN) return undefined;
        const found = await build.resolve(path, { ...from, kind, pluginData: AGAIN });
        return found.errors.length > 0
          ? undefined
          : { path: found.path, external: found.external, namespace: found.namespace, sideEffects: false };
      }),
  },
  {
    // The schemas of OAuth's messages, which the Model Context Protocol library makes only to hand them on. Clients of
    // our server send API keys. Making these 273 schemas takes 4 ms.
    name: "mcp-auth",
    gainKb: 5.3,
    of: "mcp",
    setup: rewritten(/\/@modelcontextprotocol\/core\/dist\/auth-[\w-]+\.mjs$/, unmadeSchemas),
  },
  {
    // JavaScript hash implementations for a Node without OpenSSL.
    name: "own-hashes",
    gainKb: 4.6,
    setup: replaced(
      /^\.\/(Sha256Js|Md5Js)$/,
      `class Missing { constructor() { throw new Error("This bundle hashes with Node alone; ${WHERE}"); } }
       export { Missing as Sha256Js, Missing as Md5Js };`,
    ),
  },
  {
    // Saves time rather than bytes. The SDK also looks for its settings in the files of ~/.aws. A function has none,
    // but loading node:fs/promises for them takes 1.3 ms.
    name: "aws-files",
    gainKb: 0.1,
    setup: rewritten(
      /\/shared-ini-file-loader\/readFile\.js$/,
      () => `export const filePromises = {};
        export const fileIntercept = {};
        export const readFile = async () => { throw new Error("This bundle reads no files of ~/.aws; ${WHERE}"); };`,
    ),
  },
  {
    // Saves time rather than bytes. An `import` of one of Node's own modules reads all of its exports, which makes
    // node:tls decode every root certificate (15 ms of CPU time). Here every export is a variable of its own, and
    // esbuild drops those that nothing uses. Copies of whole modules, one for each importing file, took another 4 ms.
    name: "node-modules",
    gainKb: 0.4,
    setup(build) {
      build.onResolve({ filter: /^[a-z_:/]+$/ }, ({ path, kind }) =>
        isBuiltin(path)
          ? { path: path.replace(/^(node:)?/, "node:"), namespace: kind === "import-statement" ? "node" : "node-whole" }
          : undefined,
      );
      build.onLoad({ filter: /./, namespace: "node" }, ({ path }) => ({ contents: exportsApart(path) }));
      build.onLoad({ filter: /./, namespace: "node-whole" }, ({ path }) => ({
        contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
      }));
    },
  },
];

const AGAIN = Symbol("resolved by the other plug-ins and esbuild");

/** Strips the parts we don't ship from one of our own source files. */
function leanSource(path: string, source: string): string {
  if (path.endsWith("/core/contracts/limits.ts")) return limitsApart(source);
  // Only the stacks need to know which function handles a route.
  if (path.endsWith("/core/contracts/route-tables.ts")) return source.replaceAll(/\s*\bresource: "\w+",?/g, "");
  const lean = withLimitsApart(source);
  if (/\/core\/(contracts\/.*|env)\.ts$/.test(path)) return withPureCalls(withoutDescriptions(lean));
  return /\/functions\/(panel-)?api\//.test(path) ? withoutAnswers(withoutDescriptions(lean)) : lean;
}

/** Creates a module whose exports have the names of another module's schemas and throw when they are used. */
function unmadeSchemas(path: string): string {
  const exported = /^export \{ (.*) \};$/m.exec(readFileSync(path, "utf8"))?.[1];
  if (exported === undefined) throw new Error(`${path} is written in a new way; ${WHERE}`);
  return `const unmade = { get safeParse() { throw new Error("This bundle has no schemas of OAuth; ${WHERE}"); } };
    export { ${exported.replaceAll(/\w+ as /g, "unmade as ")} };`;
}

/** Creates a module with the exports of one of Node's own modules, of which only those in use are read. */
function exportsApart(path: string): string {
  const names = Object.keys(process.getBuiltinModule(path) ?? {}).filter((name) => name !== "default");
  return `const whole = /* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(path)});
    export default whole;
    ${names.map((name) => `export const ${name} = /* @__PURE__ */ (() => whole.${name})();`).join("\n")}`;
}

/** Creates a module whose default export is the content of a JSON file, decompressed when the module loads. */
function packedJson(path: string): string {
  const packed = gzipSync(JSON.stringify(JSON.parse(readFileSync(path, "utf8"))), { level: 9 }).toString("base64");
  return `import { gunzipSync } from "node:zlib";
    export default JSON.parse(gunzipSync(Buffer.from("${packed}", "base64")).toString("utf8"));`;
}
