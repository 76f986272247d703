import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { leanEndpoint, leanErrors, leanSchemas } from "./aws-clients.ts";
import { type Cut, neverCalled, replaced, rewritten } from "./cut.ts";
import { leanZodSchemas, withoutDescriptions } from "./zod-parts.ts";

const WHERE = "see build/lean/cuts.ts.";

/** Modules of the AWS SDK's core. */
const CORE = "\\/@smithy\\/core\\/dist-es\\/submodules";
const CLIENT = "\\/@aws-sdk\\/client-[a-z0-9-]+";

/**
 * All cuts, by their gain, which `node test/bench/bundle-cuts.ts` measures. The small ones at the end bring 16 KB
 * together, without which the largest bundle would be over its limit. A cut of less than a kilobyte does not belong
 * here. Decisions: 0028.
 */
export const CUTS: readonly Cut[] = [
  {
    // Looking for credentials in profiles, single sign-on and containers. A function has them in its environment. The
    // session service, whose container gets them otherwise, is not bundled.
    name: "credentials",
    gainKb: 138.4,
    setup: (build, root) =>
      build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({
        path: join(root, "build/environment-credentials.ts"),
      })),
  },
  {
    // Rows for operations and errors that no function asks for, in the tables of AWS clients.
    name: "aws-tables",
    gainKb: 50.4,
    setup(build, root) {
      rewritten(new RegExp(`${CLIENT}\\/dist-es\\/models\\/errors\\.js$`), leanErrors)(build, root);
      rewritten(new RegExp(`${CLIENT}\\/dist-es\\/schemas\\/schemas_0\\.js$`), leanSchemas)(build, root);
    },
  },
  {
    // The kinds of values that no schema of ours has, and what finds values that hold themselves.
    name: "zod-kinds",
    gainKb: 25.8,
    ofSchemas: true,
    setup: rewritten(/\/zod\/v4\/classic\/schemas\.js$/, leanZodSchemas),
  },
  {
    // Rules by which a client finds its address in any region and partition.
    name: "endpoint-rules",
    gainKb: 20.8,
    setup: rewritten(new RegExp(`${CLIENT}\\/dist-es\\/endpoint\\/endpointResolver\\.js$`), leanEndpoint),
  },
  {
    // Streams of events, loaded by commands that none of our functions sends.
    name: "event-streams",
    gainKb: 18.8,
    setup: replaced(
      /^@smithy\/core\/event-streams$/,
      `throw new Error("This bundle can't stream events from AWS; ${WHERE}");`,
    ),
  },
  {
    // The old JavaScript of this package, which has the same code for today's beside it.
    name: "phone-numbers",
    gainKb: 17.6,
    setup: (build) =>
      build.onResolve({ filter: /^\.\.\/es6\// }, ({ path, resolveDir }) =>
        resolveDir.endsWith("/libphonenumber-js/core")
          ? { path: join(resolveDir, path.replace("/es6/", "/es6-modern/")), sideEffects: false }
          : undefined,
      ),
  },
  {
    // Writing schemas as JSON Schema, which only the maker of the OpenAPI document does, ahead of time.
    name: "json-schema",
    gainKb: 17.2,
    ofSchemas: true,
    setup: neverCalled(
      /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/,
      `This bundle can't write schemas as JSON Schema; ${WHERE}`,
    ),
  },
  {
    // Large texts that repeat themselves: packed, the OpenAPI document is a tenth, the numbering plans are a third.
    name: "packed-json",
    gainKb: 300.7,
    of: "api-openapi",
    setup: rewritten(/\/(docs\/openapi|core\/domain\/messages\/phone-plans)\.json$/, packedJson),
  },
  {
    // All of a client's package.json but its name and the version, which it tells AWS.
    name: "package-json",
    gainKb: 8.4,
    setup: (build) =>
      build.onLoad({ filter: new RegExp(`${CLIENT}\\/package\\.json$`) }, ({ path }) => {
        const { name, version } = JSON.parse(readFileSync(path, "utf8"));
        return { contents: JSON.stringify({ name, version }), loader: "json" };
      }),
  },
  {
    // Asking AWS for a table's address, which a client does only if a setting says so.
    name: "endpoint-cache",
    gainKb: 7.7,
    setup: replaced(/^@aws-sdk\/endpoint-cache$/, "export class EndpointCache {}"),
  },
  {
    // The descriptions in our schemas, which only the OpenAPI document shows.
    name: "descriptions",
    gainKb: 5.6,
    setup: (build) =>
      build.onLoad({ filter: /\/(core\/contracts|functions\/api)\/.*\.ts$/ }, ({ path }) => ({
        contents: withoutDescriptions(readFileSync(path, "utf8")),
        loader: "ts",
      })),
  },
  {
    // Modules of which nobody uses an export, with all that they import. esbuild keeps a module that might do something
    // when it is loaded; none of these does.
    name: "idle-modules",
    gainKb: 7.7,
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
    // Hashes for a Node without OpenSSL.
    name: "own-hashes",
    gainKb: 4.6,
    setup: replaced(
      /^\.\/(Sha256Js|Md5Js)$/,
      `class Missing { constructor() { throw new Error("This bundle hashes with Node alone; ${WHERE}"); } }
       export { Missing as Sha256Js, Missing as Md5Js };`,
    ),
  },
  {
    // Plug-ins of a client (its setting "extensions"). Without any the settings come out as they went in.
    name: "extensions",
    gainKb: 3.5,
    setup: rewritten(
      new RegExp(`${CLIENT}\\/dist-es\\/runtimeExtensions\\.js$`),
      () => `export function resolveRuntimeExtensions(config, extensions) {
        if (extensions.length > 0) throw new Error("This bundle's AWS clients take no extensions; ${WHERE}");
        return config;
      }`,
    ),
  },
  {
    // The retries of AWS_RETRY_MODE=adaptive; we tune retries by number and pause.
    name: "adaptive-retries",
    gainKb: 3.3,
    setup: neverCalled(
      new RegExp(`${CORE}\\/retry\\/util-retry\\/AdaptiveRetryStrategy\\.js$`),
      `This bundle retries in standard mode only, not as AWS_RETRY_MODE says; ${WHERE}`,
    ),
  },
  {
    // Reading answers as streams, as for files or in a browser.
    name: "streamed-answers",
    gainKb: 3.0,
    setup: neverCalled(
      new RegExp(`${CORE}\\/serde\\/util-stream\\/(sdk-stream-mixin|stream-collector\\.browser)\\.js$`),
      `This bundle reads AWS's answers as a whole, never as a stream; ${WHERE}`,
    ),
  },
  {
    // Writing numbers in a country's own way; we only check them.
    name: "number-formats",
    gainKb: 2.4,
    setup: neverCalled(
      /\/libphonenumber-js\/es6-modern\/format\.js$/,
      `This bundle checks phone numbers and can't write them in another form; ${WHERE}`,
    ),
  },
  {
    // Reading settings from ~/.aws, which a function does not have. Settings that ask for it fail instead of being
    // ignored.
    name: "settings-files",
    gainKb: 2.4,
    setup: rewritten(
      new RegExp(`${CORE}\\/config\\/node-config-provider\\/fromSharedConfigFiles\\.js$`),
      () => `export const fromSharedConfigFiles = () => async () => {
        const { AWS_PROFILE, AWS_CONFIG_FILE, AWS_SHARED_CREDENTIALS_FILE } = process.env;
        const isAsked = Boolean(AWS_PROFILE || AWS_CONFIG_FILE || AWS_SHARED_CREDENTIALS_FILE);
        const sentence = "This bundle reads AWS settings from variables, never from files or profiles; ${WHERE}";
        throw Object.assign(new Error(sentence), { tryNextLink: !isAsked });
      };`,
    ),
  },
  {
    // Asking the machine for its region; a function's is in its environment.
    name: "region-of-machine",
    gainKb: 1.3,
    setup: neverCalled(
      new RegExp(`${CORE}\\/config\\/config-resolver\\/regionConfig\\/getInstanceMetadataRegion\\.js$`),
      "AWS_REGION is not set. This bundle is made for Lambda, which sets it; set it to run it elsewhere.",
    ),
  },
  {
    // This saves time, not bytes. An import of one of Node's own modules reads all its exports once, for which node:tls
    // decodes every root certificate (15 ms of processor time). Taken as an object, only what is used is read.
    name: "node-modules",
    gainKb: -0.6,
    setup(build) {
      build.onResolve({ filter: /^[a-z_:/]+$/ }, ({ path }) =>
        isBuiltin(path) ? { path: path.replace(/^(node:)?/, "node:"), namespace: "node-module" } : undefined,
      );
      build.onLoad({ filter: /./, namespace: "node-module" }, ({ path }) => ({
        contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
      }));
    },
  },
];

const AGAIN = Symbol("resolved by the other plug-ins and esbuild");

/** Writes a module whose default export is a JSON file's content, unpacked when it is loaded. */
function packedJson(path: string): string {
  const packed = gzipSync(JSON.stringify(JSON.parse(readFileSync(path, "utf8"))), { level: 9 }).toString("base64");
  return `import { gunzipSync } from "node:zlib";
    export default JSON.parse(gunzipSync(Buffer.from("${packed}", "base64")).toString("utf8"));`;
}
